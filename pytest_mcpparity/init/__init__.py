"""`mcpparity init`: a first suite from a live target (spec § 5)."""
