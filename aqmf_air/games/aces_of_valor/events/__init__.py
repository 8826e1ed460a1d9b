"""What happens in a campaign. Each kind of event folds itself into the state and tells itself."""
