"""Charts drawn natively: Vega-Lite read, scales and ticks, layout, painting, tooltips."""
