"""The dialect of Vega-Lite in which the agents draw."""

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
