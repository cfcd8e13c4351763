"""An agent held against A2A's specification: rules, the frames of a link, probes of its wires."""
