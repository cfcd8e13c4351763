"""What agents share: artifacts, reports, sentences, grounding, the guarded engine, steps."""
