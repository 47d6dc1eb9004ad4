"""Hypothesis draws the same examples every time: a failure on one machine is a failure on all."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "sandtable", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("sandtable")
