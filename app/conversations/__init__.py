"""Where conversations are kept: databases, a desk's store, a service's book and its ends."""
