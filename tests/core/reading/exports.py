"""Files as programs and people in many places write them, with what each column should be."""

from dataclasses import dataclass

Y = ["yes", "no", "yes", "no"]


@dataclass(frozen=True)
class Export:
    """A file's text, and the columns that reading it should give."""

    text: str
    columns: dict[str, list[float | str | None]]
    encoding: str = "utf-8"


def rows(head: str, *columns: list[str], separator: str = ",", end: str = "\n") -> str:
    """A header and the rows of these columns."""
    lines = [separator.join(row) for row in zip(*columns, strict=True)]
    return end.join([head, *lines]) + end


EXPORTS = {
    # Numbers as people write them
    "dollars": Export(
        rows("amount,y", ['"$1,200.50"', '"-$2,300.00"', "$3.25", ""], Y),
        {"amount": [1200.5, -2300.0, 3.25, None], "y": Y},
    ),
    "accounting": Export(
        rows("amount,y", ['"(1,200)"', '"2,300"', '"3,300"', "-"], Y),
        {"amount": [-1200.0, 2300.0, 3300.0, None], "y": Y},
    ),
    "percent": Export(
        rows("a,b,y", ["10 %", "11 %", "12 %", "n/a"], ["1.5%", "2%", "3%", "-4%"], Y),
        {"a": [10.0, 11.0, 12.0, None], "b": [1.5, 2.0, 3.0, -4.0], "y": Y},
    ),
    "german": Export(
        rows("Datum;Betrag;Anteil;y", ["01.03.2024", "02.03.2024", "13.03.2024", ""],
             ["1.234,50", "12,5", "-7.654.321,00", "3"], ["12,5 %", "3 %", "0,25 %", "4 %"], Y,
             separator=";"),
        {"Datum": ["01.03.2024", "02.03.2024", "13.03.2024", None],
         "Betrag": [1234.5, 12.5, -7654321.0, 3.0], "Anteil": [12.5, 3.0, 0.25, 4.0], "y": Y},
        "cp1252",
    ),
    "french euros": Export(
        rows("Montant;y", ["1\u00a0234,50 €", "2,00 €", "-3,25 €", "17 €"], Y, separator=";"),
        {"Montant": [1234.5, 2.0, -3.25, 17.0], "y": Y},
        "cp1252",
    ),
    "euros first": Export(
        rows("p;y", ["€ 1.211,50", "€ 2,00", "€ 3,00", "€ 4,10"], Y, separator=";"),
        {"p": [1211.5, 2.0, 3.0, 4.1], "y": Y},
    ),
    "swiss": Export(
        rows("a;b;y", ["1'234.50", "7", "8'000", "9"],
             ["CHF 1'200.00", "CHF 5.00", "CHF 6.10", "CHF 7.00"], Y, separator=";"),
        {"a": [1234.5, 7.0, 8000.0, 9.0], "b": [1200.0, 5.0, 6.1, 7.0], "y": Y},
    ),
    "swiss typography": Export(
        rows("a;y", ["1’234.50", "7.25", "8’000.00", "9.00"], Y, separator=";"),
        {"a": [1234.5, 7.25, 8000.0, 9.0], "y": Y},
    ),
    "lakhs": Export(
        rows("a,y", ['"1,23,456.50"', '"12,34,567"', '"1,234"', "56"], Y),
        {"a": [123456.5, 1234567.0, 1234.0, 56.0], "y": Y},
    ),
    "minus behind": Export(
        rows("a;y", ["1,50-", "2,50", "1.003,50", "4,50-"], Y, separator=";"),
        {"a": [-1.5, 2.5, 1003.5, -4.5], "y": Y},
    ),
    "typographic minus": Export(
        rows("a,y", ["−1.5", "2", "3", "−4"], Y), {"a": [-1.5, 2.0, 3.0, -4.0], "y": Y}
    ),
    "units": Export(
        rows("w,h,t,y", ["60 kg", "61 kg", "62.5 kg", ""], ["1.70m", "1.81m", "1.6m", "2m"],
             ["20 °C", "-3 °C", "0 °C", "7 °C"], Y),
        {"w": [60.0, 61.0, 62.5, None], "h": [1.7, 1.81, 1.6, 2.0], "t": [20.0, -3.0, 0.0, 7.0],
         "y": Y},
    ),
    "different units": Export(
        rows("w,y", ["60 kg", "900 g", "62 kg", "70 kg"], Y),
        {"w": ["60 kg", "900 g", "62 kg", "70 kg"], "y": Y},
    ),
    "hard spaces around": Export(
        rows("a;y", ["\u00a00,5\u00a0", "\u00a01,5", "2,5", "3,5"], Y, separator=";"),
        {"a": [0.5, 1.5, 2.5, 3.5], "y": Y},
    ),
    "durations": Export(
        rows("d,c,y", ["0:30:00", "1:15:00", "26:00:00", ""],
             ["8:30 AM", "12:15 PM", "12:00 AM", "1:45 PM"], Y),
        {"d": [0.5, 1.25, 26.0, None], "c": [8.5, 12.25, 0.0, 13.75], "y": Y},
    ),
    "a word among German numbers": Export(
        rows("a;y", [*(f"1.2{n:02},5" for n in range(12)), "n.v.", "7,25", "8", "9"], 4 * Y,
             separator=";"),
        {"a": [*(f"{1200 + n}.5" for n in range(12)), "n.v.", "7.25", "8", "9"], "y": 4 * Y},
    ),
    # What is no number
    "codes": Export(
        rows("zip,phone,range,age,y", ["01067", "10115", "80331", "01069"],
             ["+49 30 12345", "+49 30 54321", "+49 89 11111", "+49 40 22222"],
             ["0-5", "6-10", "11-15", "0-5"], ["<18", "18+", "65+", "18+"], Y),
        {"zip": ["01067", "10115", "80331", "01069"],
         "phone": ["+49 30 12345", "+49 30 54321", "+49 89 11111", "+49 40 22222"],
         "range": ["0-5", "6-10", "11-15", "0-5"], "age": ["<18", "18+", "65+", "18+"], "y": Y},
    ),
    "quarters": Export(
        rows("q,r,y", ["2024Q1", "2024Q2", "2024Q3", "2024Q4"], ["Q1", "Q2", "Q3", "Q4"], Y),
        {"q": ["2024Q1", "2024Q2", "2024Q3", "2024Q4"], "r": ["Q1", "Q2", "Q3", "Q4"], "y": Y},
    ),
    "spreadsheet errors": Export(
        rows("a,b,y", ["1.5", "#DIV/0!", "2", "#VALUE!"], ["1", "2", "3", "4"], Y),
        {"a": [1.5, None, 2.0, None], "b": [1.0, 2.0, 3.0, 4.0], "y": Y},
    ),
    "values with a hash": Export(
        rows("tag,n", ["#red", "blue", "green", "#blue", "pink"], list("12345")),
        {"tag": ["#red", "blue", "green", "#blue", "pink"], "n": [1.0, 2.0, 3.0, 4.0, 5.0]},
    ),
    # Around the rows
    "separator named": Export(
        "sep=;\r\n" + rows("a;y", ["0,5", "1,5", "2", "3"], Y, separator=";", end="\r\n"),
        {"a": [0.5, 1.5, 2.0, 3.0], "y": Y},
    ),
    "separator named, UTF-16": Export(
        "sep=\t\r\n" + rows("a\ty", ["0,5", "1,5", "2", "3"], Y, separator="\t", end="\r\n"),
        {"a": [0.5, 1.5, 2.0, 3.0], "y": Y},
        "utf-16",
    ),
    "SAP list": Export(
        "Report ZFI\n\n---------------\n|Account|   Amount |\n---------------\n"
        + "".join(f"|  {1000 + n}|{n + 1}.234,50{'-' if n % 2 else ' '}|\n" for n in range(6))
        + "---------------\n",
        {"column 1": [None] * 6, "Account": [1000.0 + n for n in range(6)],
         "Amount": [1234.5, -2234.5, 3234.5, -4234.5, 5234.5, -6234.5], "column 4": [None] * 6},
    ),
    "psql": Export(
        " id | name | y\n----+------+----\n"
        + "".join(f"  {n} | n{n}   | {Y[n % 4]}\n" for n in range(6)) + "(6 rows)\n",
        {"id": [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], "name": [f"n{n}" for n in range(6)],
         "y": [*Y, "yes", "no"]},
    ),
    "Markdown": Export(
        "| a | y |\n|---|:-:|\n" + "".join(f"| {n}.5 | {Y[n]} |\n" for n in range(4)),
        {"column 1": [None] * 4, "a": [0.5, 1.5, 2.5, 3.5], "y": Y, "column 4": [None] * 4},
    ),
    "separator at the end of rows": Export(
        rows("a;y", list("1234"), Y, [""] * 4, separator=";"),
        {"a": [1.0, 2.0, 3.0, 4.0], "y": Y},
    ),
    "row names": Export(
        rows('"mpg" "am"', ['"Mazda RX4"', '"Fiat 128"', '"Volvo"', '"Lotus"'],
             ["21.5", "32", "21", "30"], ["1", "1", "0", "1"], separator=" "),
        {"column 1": ["Mazda RX4", "Fiat 128", "Volvo", "Lotus"],
         "mpg": [21.5, 32.0, 21.0, 30.0], "am": [1.0, 1.0, 0.0, 1.0]},
    ),
    "units below the names": Export(
        rows("weight,height,y", ["kg", "60", "61", "62", "63"], ["m", "1.7", "1.8", "1.9", "2"],
             ["", *Y]),
        {"weight kg": [60.0, 61.0, 62.0, 63.0], "height m": [1.7, 1.8, 1.9, 2.0], "y": Y},
    ),
    "names over several columns": Export(
        rows("2023,,2024,", ["A", *"0123"], ["B", *"1234"], ["A", *"2345"], ["B", *"3456"]),
        {"2023 A": [0.0, 1.0, 2.0, 3.0], "2023 B": [1.0, 2.0, 3.0, 4.0],
         "2024 A": [2.0, 3.0, 4.0, 5.0], "2024 B": [3.0, 4.0, 5.0, 6.0]},
    ),
    "files put together": Export(
        2 * ("\ufeff" + rows("a,y", ["0.5", "1.5", "2", "3"], Y)),
        {"a": 2 * [0.5, 1.5, 2.0, 3.0], "y": 2 * Y},
    ),
    "a source below": Export(
        rows("a,b,y", list("1234"), list("5678"), Y) + "\nSource: Statistics office, 2024\n",
        {"a": [1.0, 2.0, 3.0, 4.0], "b": [5.0, 6.0, 7.0, 8.0], "y": Y},
    ),
    # Quotes and blanks
    "MySQL": Export(
        rows("id,text,y", list("1234"),
             ['"he said \\"hi\\", ok"', '"a \\\\ b"', '"plain"', '"c:\\\\"'], [*Y[:3], "\\N"]),
        {"id": [1.0, 2.0, 3.0, 4.0], "text": ['he said "hi", ok', "a \\ b", "plain", "c:\\"],
         "y": [*Y[:3], None]},
    ),
    "backslashes of paths": Export(
        rows("path,y", ['"C:\\data\\"', '"C:\\a, b\\"', '"D:\\"', '"E:\\x\\"'], Y),
        {"path": ["C:\\data\\", "C:\\a, b\\", "D:\\", "E:\\x\\"], "y": Y},
    ),
    "blank before the quote": Export(
        rows("a, b, y", ['"x1"', '"x2"', '"x3"', '"x4"'], ['"p, q"', '"r, s"', '"t"', '"u"'],
             [f'"{y}"' for y in Y], separator=", "),
        {"a": ["x1", "x2", "x3", "x4"], "b": ["p, q", "r, s", "t", "u"], "y": Y},
    ),
    "blanks around": Export(
        rows(" a , b ,y ", [" 1 ", " 2 ", "3 ", "4"], [" x", "x ", "y", " y "], Y),
        {"a": [1.0, 2.0, 3.0, 4.0], "b": ["x", "x", "y", "y"], "y": Y},
    ),
    # Other signs, other scripts
    "carets": Export(
        rows("a^b^y", list("1234"), list("5678"), Y, separator="^"),
        {"a": [1.0, 2.0, 3.0, 4.0], "b": [5.0, 6.0, 7.0, 8.0], "y": Y},
    ),
    "control signs": Export(
        rows("a\x01b\x01y", list("1234"), list("5678"), Y, separator="\x01"),
        {"a": [1.0, 2.0, 3.0, 4.0], "b": [5.0, 6.0, 7.0, 8.0], "y": Y},
    ),
    "times alone": Export("t\n08:30\n09:45\n", {"t": [8.5, 9.75]}),
    "Russian": Export(
        rows("имя;город;n", ["Иван", "Мария", "Пётр"], ["Москва", "Казань", "Москва"], list("123"),
             separator=";"),
        {"имя": ["Иван", "Мария", "Пётр"], "город": ["Москва", "Казань", "Москва"],
         "n": [1.0, 2.0, 3.0]},
        "cp1251",
    ),
    "Chinese": Export(
        rows("姓名,城市,n", ["张三", "李四", "王五"], ["北京", "上海", "北京"], list("123")),
        {"姓名": ["张三", "李四", "王五"], "城市": ["北京", "上海", "北京"], "n": [1.0, 2.0, 3.0]},
        "gb18030",
    ),
    "Chinese, traditional": Export(
        rows("姓名|城市|n", ["張三", "許功蓋", "王五"], ["臺北", "高雄", "臺北"], list("123"),
             separator="|"),
        {"姓名": ["張三", "許功蓋", "王五"], "城市": ["臺北", "高雄", "臺北"],
         "n": [1.0, 2.0, 3.0]},
        "big5",
    ),
    "Korean": Export(
        rows("이름,도시,n", ["김민수", "이영희", "박철수"], ["서울", "부산", "서울"], list("123")),
        {"이름": ["김민수", "이영희", "박철수"], "도시": ["서울", "부산", "서울"],
         "n": [1.0, 2.0, 3.0]},
        "cp949",
    ),
}  # fmt: skip
