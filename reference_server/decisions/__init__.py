"""The decisions server."""
