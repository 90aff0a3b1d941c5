"""Capability manifests (`schema/capabilities.json`), versions 1 and 2: parsing and rules (spec § c.3)."""
