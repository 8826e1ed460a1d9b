"""Sheets on paper: templates, cockpit panels, tables, the play aid, records."""
