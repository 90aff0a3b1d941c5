"""Differences in, the kind of the change and a bounded text out; pure."""
