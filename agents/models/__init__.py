"""Language models, where one is configured: they propose and talk; figures are never theirs."""
