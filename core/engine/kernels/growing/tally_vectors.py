"""What `whole_cuts` does with lists of tallies, eight at a time.

The compiler makes vectors of loops whose length it can guess; these have as few as eight steps,
and it would rather take them one by one. A machine without vectors of eight takes halves of them.

A tally has the count of rows in its lowest bits, then the weight of the first class, then that of
the second. Lists lie in one array, each from a place of its own on; they are multiples of eight
long, those of rows filled up with codes that are none.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

COUNT_BITS, WEIGHT_BITS = 17, 23
LANES = 8
_FAR = 1 << 62
_WORD, _REAL, _PLACE = ir.IntType(64), ir.DoubleType(), ir.IntType(32)
_WORDS, _REALS = ir.VectorType(_WORD, LANES), ir.VectorType(_REAL, LANES)

Value = Any
"""A value of the code that is written; llvmlite has no types for them."""


class _Lists:
    """Writes code about lists that lie in one array."""

    def __init__(self, context: Value, builder: Value, kind: Value, array: Value) -> None:
        self.builder = builder
        self._data = context.make_array(kind)(context, builder, array).data

    def one(self, start: Value, place: Value) -> Value:
        """A number of a list, eight times."""
        builder = self.builder
        number = builder.load(builder.gep(self._data, [builder.add(start, place)]))
        return spread(builder, number)

    def eight(self, start: Value, place: Value) -> Value:
        """The numbers from a place on."""
        return self.builder.load(self._at(start, place), align=8)

    def write(self, start: Value, place: Value, eight: Value) -> None:
        """Write the numbers from a place on."""
        self.builder.store(eight, self._at(start, place), align=8)

    def _at(self, start: Value, place: Value) -> Value:
        builder = self.builder
        at = builder.gep(self._data, [builder.add(start, place)])
        return builder.bitcast(at, _WORDS.as_pointer())


def spread(builder: Value, number: Value) -> Value:
    """A number, eight times."""
    nothing, first = ir.Constant(_WORDS, ir.Undefined), ir.Constant(_PLACE, 0)
    order = ir.Constant(ir.VectorType(_PLACE, LANES), [0] * LANES)
    return builder.shuffle_vector(builder.insert_element(nothing, number, first), nothing, order)


def _eight(value: int) -> Value:
    return ir.Constant(_WORDS, [value] * LANES)


def _word(value: int) -> Value:
    return ir.Constant(_WORD, value)


def _loop(
    builder: Value,
    start: Value,
    stop: Value,
    step: int,
    first: Sequence[Value],
    body: Callable[[Value, Sequence[Value]], Sequence[Value]],
) -> Sequence[Value]:
    """A loop whose body turns values into the next ones; gives the last ones."""
    before = builder.block
    head, inside, behind = (builder.append_basic_block(name) for name in ("head", "body", "end"))
    builder.branch(head)
    builder.position_at_end(head)
    place = builder.phi(_WORD)
    carried = [builder.phi(value.type) for value in first]
    builder.cbranch(builder.icmp_signed("<", place, stop), inside, behind)
    builder.position_at_end(inside)
    following = body(place, carried)
    steps = [(place, start, builder.add(place, _word(step)))]
    steps += list(zip(carried, first, following, strict=True))
    for value, entering, again in steps:
        value.add_incoming(entering, before)
        value.add_incoming(again, builder.block)
    builder.branch(head)
    builder.position_at_end(behind)
    return carried


def _extreme(builder: Value, name: str, values: Value) -> Value:
    """The largest (smax) or smallest (smin) of eight numbers."""
    own = f"llvm.vector.reduce.{name}.v{LANES}i64"
    kind = ir.FunctionType(_WORD, [_WORDS])
    found = builder.module.globals.get(own) or ir.Function(builder.module, kind, own)
    return builder.call(found, [values])


def _smaller(builder: Value, one: Value, other: Value) -> Value:
    return builder.select(builder.icmp_signed("<", one, other), one, other)


def _purity(builder: Value, tally: Value) -> Value:
    """Gini's Σ S_k² / Σ S_k, as `criteria.score_pair` adds it up; no side is empty."""
    weights = builder.lshr(tally, _eight(COUNT_BITS))
    one = builder.and_(weights, _eight((1 << WEIGHT_BITS) - 1))
    two = builder.lshr(weights, _eight(WEIGHT_BITS))
    one, two = builder.sitofp(one, _REALS), builder.sitofp(two, _REALS)
    squares = builder.fadd(builder.fmul(one, one), builder.fmul(two, two))
    return builder.fdiv(squares, builder.fadd(one, two))


@intrinsic
def add_below(_typing, room, codes, tallies, size, count, lefts):
    """Write for each of `count` rows what the first `size` of no higher code add up to."""

    def build(context, builder, signature, arguments):
        lists = _Lists(context, builder, signature.args[0], arguments[0])
        codes, tallies, size, count, lefts = arguments[1:]

        def take(width):
            def body(place, _):
                places = [builder.add(place, _word(LANES * number)) for number in range(width)]
                own = [lists.eight(codes, at) for at in places]

                def add(other, sums):
                    code, tally = lists.one(codes, other), lists.one(tallies, other)
                    is_below = [builder.icmp_signed("<=", code, each) for each in own]
                    adds = [builder.select(each, tally, _eight(0)) for each in is_below]
                    return [builder.add(*both) for both in zip(sums, adds, strict=True)]

                sums = _loop(builder, _word(0), size, 1, [_eight(0)] * width, add)
                for at, sum_ in zip(places, sums, strict=True):
                    lists.write(lefts, at, sum_)
                return []

            return body

        start = _word(0)
        for width in (4, 2, 1):
            stop = builder.and_(count, _word(-LANES * width))
            _loop(builder, start, stop, LANES * width, [], take(width))
            start = stop
        return context.get_dummy_value()

    whole = types.int64
    return types.void(room, types.uint64, types.uint64, whole, whole, types.uint64), build


@intrinsic
def best_place(_typing, room, codes, lefts, scores, count, total, min_rows):
    """The best score of cuts with these tallies on their left, where it is, and the next code.

    Where it is: the lowest code, and behind its bits the rows on the left; far off if no cut
    leaves `min_rows` on both sides. Scores are at least 0, and so in the order of their bits.
    """

    def build(context, builder, signature, arguments):
        lists = _Lists(context, builder, signature.args[0], arguments[0])
        codes, lefts, scores, count, total, least = arguments[1:]
        total, least = spread(builder, total), spread(builder, least)
        rows = _eight((1 << COUNT_BITS) - 1)

        def has_rows(tally):
            return builder.icmp_signed(">=", builder.and_(tally, rows), least)

        def judge(place, highest):
            left = lists.eight(lefts, place)
            right = builder.sub(total, left)
            score = builder.fadd(_purity(builder, left), _purity(builder, right))
            is_cut = builder.and_(has_rows(left), has_rows(right))
            bits = builder.select(is_cut, builder.bitcast(score, _WORDS), _eight(-1))
            lists.write(scores, place, bits)
            is_higher = builder.icmp_signed(">", bits, highest[0])
            return [builder.select(is_higher, bits, highest[0])]

        def find(place, first):
            left = builder.and_(lists.eight(lefts, place), rows)
            code = builder.shl(lists.eight(codes, place), _eight(COUNT_BITS))
            is_best = builder.icmp_signed("==", lists.eight(scores, place), best)
            at = builder.select(is_best, builder.or_(code, left), _eight(_FAR))
            return [_smaller(builder, at, first[0])]

        def follow(place, following):
            own = lists.eight(codes, place)
            is_behind = builder.icmp_signed(">", own, code)
            return [_smaller(builder, builder.select(is_behind, own, _eight(_FAR)), following[0])]

        def over_all(start, body):
            return _loop(builder, _word(0), count, LANES, [_eight(start)], body)[0]

        highest = _extreme(builder, "smax", over_all(-1, judge))
        best = spread(builder, highest)
        first = _extreme(builder, "smin", over_all(_FAR, find))
        is_none = builder.icmp_signed("<", highest, _word(0))
        first = builder.select(is_none, _word(_FAR), first)
        code = spread(builder, builder.ashr(first, _word(COUNT_BITS)))
        following = _extreme(builder, "smin", over_all(_FAR, follow))
        told = [builder.bitcast(highest, _REAL), first, following]
        return context.make_tuple(builder, signature.return_type, told)

    told = types.Tuple((types.float64, types.int64, types.int64))
    place, whole = types.uint64, types.int64
    return told(room, place, place, place, whole, whole, whole), build
