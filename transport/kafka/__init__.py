"""A2A over Kafka: the records, the topics, and both ends of the wire (docs/kafka-binding.md)."""
