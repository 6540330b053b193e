"""Makes the site: pictures from the running program, pages from its texts, and checks of both."""
