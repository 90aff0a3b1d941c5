"""Bytes in, bytes out: how a target is reached."""
