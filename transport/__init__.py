"""The wire, both ends: domain values on the desk's side, A2A protobuf on the agents'."""
