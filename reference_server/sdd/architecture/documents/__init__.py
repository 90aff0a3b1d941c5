"""Reading files and strict documents, and the manifest as frozen data (spec § a.1, § a.2)."""
