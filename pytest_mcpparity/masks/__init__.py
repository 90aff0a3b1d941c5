"""Places where values may vary, applied to both sides before anything is compared."""
