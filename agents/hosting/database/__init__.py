"""What a server of agents keeps in a database: tasks, messages taken, webhooks, replicas."""
