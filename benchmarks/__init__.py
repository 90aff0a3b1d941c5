"""The ratios that the project promises, measured."""
