"""Ways of damaging a model or session file, on purpose or by chance: each gives whole files."""

import functools
import io
import json
import pickle
import struct
import warnings
import zipfile
import zlib
from typing import NamedTuple

import numpy as np

EXPLODED = "exploded"


class Bomb:
    """Writes a file when it is unpickled."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return (open, (f"{self.folder}/{EXPLODED}", "w"))


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts, packing=zipfile.ZIP_STORED):
    """A zip of parts; a part may be (name or ZipInfo, bytes) pairs in any order and number."""
    buffer = io.BytesIO()
    pairs = parts.items() if isinstance(parts, dict) else parts
    with zipfile.ZipFile(buffer, "w", packing) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name twice is what is wanted
        for name, part in pairs:
            archive.writestr(name, part, packing)
    return buffer.getvalue()


def npy(array, **options):
    buffer = io.BytesIO()
    np.save(buffer, array, **options)
    return buffer.getvalue()


def flipped_bits(content, random, count):
    """A few bits are others, anywhere in the file."""
    for _ in range(count):
        changed = bytearray(content)
        for place in random.integers(0, len(content), random.integers(1, 4)):
            changed[place] ^= 1 << random.integers(0, 8)
        yield bytes(changed)


def cut(content, random, count):
    """The end, the start or the middle is missing, or something follows."""
    for _ in range(count):
        first, last = sorted(random.integers(0, len(content), 2).tolist())
        yield [
            content[:first],
            content[first:],
            content[:first] + content[last:],
            content + random.bytes(100),
            content[first:last],
        ][random.integers(0, 5)]


def flipped_in_parts(content, random, count):
    """Bits of a part are others, in a zip that is sound."""
    parts = parts_of(content)
    names = sorted(parts)
    for _ in range(count):
        name = names[random.integers(0, len(names))]
        changed = bytearray(parts[name])
        for place in random.integers(0, len(changed), random.integers(1, 4)):
            changed[place] ^= 1 << random.integers(0, 8)
        yield zipped(parts | {name: bytes(changed)})


ODD_VALUES = [
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**70), 10**400, 0.5, -0.0, 1e308, 1e-320,
    float("nan"), float("inf"), float("-inf"), "", "a", "\0", "../../etc/passwd", "é" * 5000,
    [], [[]], {}, {"kind": "os.system"}, [None] * 50, ["a", "a"], list(range(1000)),
]  # fmt: skip


def places_in(facts, path=()):
    """Every place of a JSON value."""
    yield path
    items = facts.items() if isinstance(facts, dict) else enumerate(facts)
    for key, value in items if isinstance(facts, dict | list) else ():
        if isinstance(value, dict | list):
            yield from places_in(value, (*path, key))
        else:
            yield (*path, key)


def with_value(facts, path, value):
    """The facts with another value in one place."""
    if not path:
        return value
    changed = json.loads(json.dumps(facts))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def without(facts, path):
    changed = json.loads(json.dumps(facts))
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return changed


def odd_facts(content, main, random, count):
    """A field of the JSON part is another, is missing, or has changed places with one."""
    parts = parts_of(content)
    facts = json.loads(parts[main])
    places = [path for path in places_in(facts) if path]
    for _ in range(count):
        path = places[random.integers(0, len(places))]
        way = random.integers(0, 4)
        if way == 0:
            changed = without(facts, path)
        elif way == 1:
            other = places[random.integers(0, len(places))]
            value = facts
            for key in other:
                value = value[key]
            changed = with_value(facts, path, value)
        else:
            changed = with_value(facts, path, ODD_VALUES[random.integers(0, len(ODD_VALUES))])
        yield zipped(parts | {main: json.dumps(changed)})


def odd_arrays(content, random, count):
    """Numbers of an array are huge, not finite, or point anywhere; or the array is another."""
    parts = parts_of(content)
    names = sorted(name for name in parts if name.endswith(".npy"))
    for _ in range(count):
        name = names[random.integers(0, len(names))]
        array = np.load(io.BytesIO(parts[name])).copy()
        way = random.integers(0, 8)
        if way < 4 and array.size:
            flat = array.reshape(-1)
            spots = random.integers(0, array.size, random.integers(1, 4))
            if array.dtype.kind == "f":
                flat[spots] = random.choice([np.nan, np.inf, -np.inf, 1e308, -1e308, 1e-320, 0.0])
            elif array.dtype.kind == "b":
                flat[spots] ^= True
            else:
                limits = np.iinfo(array.dtype)
                near = [limits.min, limits.max, 0, 1, array.size, array.size - 1]
                near = [value for value in near if limits.min <= value <= limits.max]
                flat[spots] = near[random.integers(0, len(near))]
        elif way == 4:
            array = array[: len(array) // 2]
        elif way == 5:
            array = np.concatenate([array, array])
        elif way == 6:
            array = array.astype(random.choice(["<f4", "<i8", "|u1", "<c16", ">f8"]))
        else:
            other = names[random.integers(0, len(names))]
            array = np.load(io.BytesIO(parts[other]))
        yield zipped(parts | {name: npy(array)})


def swapped_parts(content, random, count):
    """Two parts have changed places, or one is missing."""
    parts = parts_of(content)
    names = sorted(parts)
    for _ in range(count):
        one, other = (names[place] for place in random.integers(0, len(names), 2))
        if one == other:
            yield zipped({name: part for name, part in parts.items() if name != one})
        else:
            yield zipped(parts | {one: parts[other], other: parts[one]})


def header(text):
    text = text.encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def odd_headers(content):
    """Arrays whose headers claim what cannot be, or would be evaluated."""
    parts = parts_of(content)
    name = max((n for n in parts if n.endswith(".npy")), key=lambda n: len(parts[n]))
    for shape in ("(10**18,)", "(999999999999999999,)", "(-1,)", "(2.5,)", "()", "'x'", "(3,,)",
                  "(9999999, 9999999, 9999999)", "__import__('os')", "(True,)", "(1)"):  # fmt: skip
        for kind in ("'<f8'", "'|O'", "'O'", "'|V8'", "[('a', '<f8')]", "'<U9999999'", "'<f8' * 9"):
            text = f"{{'descr': {kind}, 'fortran_order': False, 'shape': {shape}, }}"
            yield zipped(parts | {name: header(text) + bytes(800)})
    for text in ("(" * 5000, "-" * 9000 + "1", "[" * 9000, "{" * 3000, "''" * 4000):
        yield zipped(parts | {name: header(text)})
    yield zipped(parts | {name: b"\x93NUMPY\x03\x00" + parts[name][8:]})
    yield zipped(parts | {name: parts[name].replace(b"False", b"True ", 1)})


def odd_zips(content, main, folder):
    """Names, links, passwords, bombs, pickles: what a zip can hold that ours never does."""
    parts = parts_of(content)
    facts = parts[main]
    for name in ("../escaped", "/tmp/escaped", "a/../../escaped", "C:\\escaped", "..\\escaped",
                 "folder/", "a b", "é", "x" * 60000):  # fmt: skip
        yield zipped([*parts.items(), (name, b"out")])
    for name in parts:
        yield zipped([*parts.items(), (name, parts[name])])
        yield zipped([(name, b"first"), *parts.items()])
        link = zipfile.ZipInfo(name)
        link.external_attr = 0o120777 << 16
        others = [pair for pair in parts.items() if pair[0] != name]
        yield zipped([*others, (link, b"/etc/passwd")])
        evil = pickle.dumps(Bomb(folder))
        yield zipped(parts | {name: evil})
        if name.endswith(".npy"):
            yield zipped(parts | {name: npy(np.array([Bomb(folder)]), allow_pickle=True)})
    yield pickle.dumps(Bomb(folder))
    for packing in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield zipped(parts, packing)
    for text in (
        b"[" * 1_000_000,
        b'{"a":' * 200_000,
        b"[[]," * 4_000_000,
        b'{"format": 1e999}',
        b'"' + b"a" * 40_000_000,
        b"{}",
        b"null",
        b"\xff\xfe",
        facts + facts,
        b'{"format": ' + b"9" * 100_000 + b"}",
    ):
        yield zipped(parts | {main: text}, zipfile.ZIP_DEFLATED)
    packed = {name: Packed.of(part) for name, part in parts.items()}
    for name in sorted(parts)[:3]:
        yield packed_zip(packed | {name: zeros()})
    yield packed_zip(packed | {f"extra{number}.npy": zeros() for number in range(12)})
    yield zipped(parts | {f"e{number}": b"" for number in range(20_000)})
    yield overlapping(200, 1 << 24)
    for place in (20, 24):  # the sizes in the table of contents at the end
        changed = bytearray(content)
        start = content.rfind(b"PK\x01\x02")
        changed[start + place : start + place + 4] = struct.pack("<I", 0xFFFFFFF0)
        yield bytes(changed)
    locked = bytearray(zipped(parts))
    locked[locked.rfind(b"PK\x01\x02") + 8] |= 1
    yield bytes(locked)


class Packed(NamedTuple):
    """A part as it lies in a zip: packing the same one again and again would take long."""

    content: bytes
    crc: int
    size: int

    @classmethod
    def of(cls, part):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return cls(packer.compress(part) + packer.flush(), zlib.crc32(part), len(part))

    @property
    def facts(self):
        """What both places of a zip tell of it before its name."""
        sizes = struct.pack("<III", self.crc, len(self.content), self.size)
        return struct.pack("<HHHHH", 20, 0, 8, 0, 33) + sizes


@functools.cache
def zeros():
    """An array of 64 MB that takes hardly any room."""
    return Packed.of(npy(np.zeros(1 << 26, np.uint8)))


def packed_zip(parts):
    """A zip of parts that are packed already."""
    body, entries = b"", b""
    for name, part in parts.items():
        entries += _entry(name, part, len(body))
        body += _start(name, part) + part.content
    return _ended(body, entries, len(parts))


def overlapping(count, size):
    """A zip whose many names all stand for the same packed bytes."""
    part = Packed.of(bytes(size))
    names = [f"part{number:02}" for number in range(min(count, 99))]
    entries = b"".join(_entry(name, part, 0) for name in names)
    return _ended(_start(names[0], part) + part.content, entries, len(names))


def _start(name, part):
    return b"PK\x03\x04" + part.facts + struct.pack("<HH", len(name), 0) + name.encode()


def _entry(name, part, place):
    where = struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, place)
    return b"PK\x01\x02" + struct.pack("<H", 20) + part.facts + where + name.encode()


def _ended(body, entries, count):
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(entries), len(body), 0)
    return body + entries + b"PK\x05\x06" + end


def nested_votes(content, main, depth):
    """A predictor of votes of votes of votes: a tree of members that never ends."""
    parts = parts_of(content)
    facts = json.loads(parts[main])
    inner = facts["predictor"]
    arrays = {name: part for name, part in parts.items() if name.startswith("predictor")}
    others = {name: part for name, part in parts.items() if name not in arrays}
    path = "predictor"
    for _ in range(depth):
        others[f"{path}.votes.npy"] = npy(np.ones(1))
        path += ".members.0"
    moved = {path + name.removeprefix("predictor"): part for name, part in arrays.items()}
    for _ in range(depth):
        inner = {
            "kind": "votes",
            "members": [inner],
            "is_hard": False,
            "commonest": 0,
            "link": "shares",
            "scale": 1.0,
        }
    return zipped(others | moved | {main: json.dumps(facts | {"predictor": inner})})
