"""The parts of SharedStorage: records, the journal of a run, saved files, summaries."""
