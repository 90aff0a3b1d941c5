"""Playing a suite on a target: stages, verdicts and recording."""
