"""The reference implementation of the ten tools; shares no code with the plugin that measures it."""
