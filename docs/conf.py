"""Sphinx's settings. The pages are gathered by `python -m docs.making`, which starts Sphinx."""

import tomllib
from pathlib import Path

_PROJECT = tomllib.loads(
    (Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8")
)["project"]

project = "Ensemble Workbench"
version = release = _PROJECT["version"]
copyright = "the authors of Ensemble Workbench"  # noqa: A001 - Sphinx's name
language = "en"

extensions = ["myst_parser", "docs.making.extension"]
myst_enable_extensions = ["dollarmath", "deflist", "attrs_inline", "colon_fence", "attrs_block"]
myst_heading_anchors = 3
myst_dmath_double_inline = True
html_math_renderer = "mathml"
python_use_unqualified_type_names = True
add_module_names = False
nitpicky = False

html_theme = "furo"
html_title = "Ensemble Workbench"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1F5FBF",
        "color-brand-content": "#1F5FBF",
        "color-brand-visited": "#5A4A9C",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7FB2F5",
        "color-brand-content": "#7FB2F5",
        "color-brand-visited": "#B6A6F0",
    },
}
pygments_style = "default"
pygments_dark_style = "monokai"
