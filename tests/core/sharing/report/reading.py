"""Reading a page as a browser does: its elements and its text."""

from html.parser import HTMLParser


class Reader(HTMLParser):
    """Collects the elements and the text of a page."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.elements, self.text = [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, kind, attributes):
        self.elements.append((kind, dict(attributes)))

    def handle_data(self, data):
        self.text += data
