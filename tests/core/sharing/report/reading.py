"""Reading a page as a browser does: its elements and its text."""

from html.parser import HTMLParser


class Reader(HTMLParser):
    """Collects the elements and the text of a page; a script is no text."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.text = [], ""
        self._is_script = False
        self.feed(page)
        self.close()

    def handle_starttag(self, kind, attributes):
        self.elements.append((kind, dict(attributes)))
        self._is_script = kind == "script"

    def handle_endtag(self, kind):
        self._is_script = self._is_script and kind != "script"

    def handle_data(self, data):
        if not self._is_script:
            self.text += data
