"""A2A over Kafka: records, topics, options, cards (docs/kafka-binding.md)."""
