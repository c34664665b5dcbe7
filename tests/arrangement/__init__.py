"""Production as it is arranged: a proxy with TLS, web processes, workers, beat, PostgreSQL and Redis, all real."""
