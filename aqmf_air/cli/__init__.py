"""The command line: `aqmf`."""
