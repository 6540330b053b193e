"""The site: its pages, and what makes them. `make docs` builds it into build/docs/site."""
