"""What a run leaves behind for others to read: JSON, HTML, JUnit properties, GitHub Actions (spec § 9)."""
