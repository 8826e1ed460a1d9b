"""What is printed for aircraft."""
