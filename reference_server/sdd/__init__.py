"""The sdd server."""
