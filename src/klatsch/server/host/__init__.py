"""For whoever runs a server: administration, moving it, loading it."""
