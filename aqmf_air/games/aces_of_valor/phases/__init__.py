"""The phases of a campaign: each module has the steps of one, in the order in which they come."""
