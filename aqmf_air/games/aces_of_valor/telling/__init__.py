"""What is told of a campaign: before a choice, and afterwards."""
