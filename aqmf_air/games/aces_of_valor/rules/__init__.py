"""The rules as functions of facts and dice."""
