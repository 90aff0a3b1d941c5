"""The semantic rules of manifests, each by itself and all together (spec § a.3)."""
