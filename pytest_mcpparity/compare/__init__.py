"""Expected and received in, differences out; pure."""
