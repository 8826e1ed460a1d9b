"""Commands of the aircraft: bombing, moving, designs."""
