"""The pages of the hangar in the web app: their templates and static files."""
