"""The table-side app: pages for a phone or a laptop, from the same functions as the command line.

Its scripts are modules in ``static``, typed by JSDoc; ``payloads.d.ts`` there says what the app sends them. In ``.ci``,
``npm run`` formats them (``fix``), checks style and types (``check``) and makes the scripts of films and offline sheets
(``bundle``).
"""
