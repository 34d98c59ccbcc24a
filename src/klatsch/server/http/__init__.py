"""The HTTP edge: the API, who is asking, limits, headers, monitoring."""
