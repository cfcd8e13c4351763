"""An agent's end of a cluster: replicas in a consumer group, attempts, the outbox."""
