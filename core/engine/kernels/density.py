"""Points in a plane: summed up in the cells of a grid, and told apart by a line around some."""

from core.base.compiling import kernel


@kernel
def add_to_cells(x, y, groups, vectors, left, bottom, width, height, sums, counts):
    """counts[cell] += 1 and sums[cell] += the vector of the point's group, row 0 at the bottom.

    Points outside the box are left out, and so are those with a missing coordinate.
    """
    rows, columns = counts.shape
    across, up = columns / width, rows / height
    size = vectors.shape[1]
    for place in range(len(x)):
        column = (x[place] - left) * across
        row = (y[place] - bottom) * up
        # Written so that a missing coordinate fails; what lies on the far edge belongs in.
        if not (0.0 <= column <= columns and 0.0 <= row <= rows):
            continue
        i, j = min(int(row), rows - 1), min(int(column), columns - 1)
        counts[i, j] += 1
        group = groups[place]
        for part in range(size):
            sums[i, j, part] += vectors[group, part]


@kernel
def mark_inside(x, y, corners_x, corners_y, inside):
    """Whether a ray from each point crosses the closed line an odd number of times."""
    corners = len(corners_x)
    for place in range(len(x)):
        own_x, own_y = x[place], y[place]
        is_inside = False
        before = corners - 1
        for corner in range(corners):
            x0, y0 = corners_x[before], corners_y[before]
            x1, y1 = corners_x[corner], corners_y[corner]
            if (y0 > own_y) != (y1 > own_y) and own_x < x0 + (own_y - y0) * (x1 - x0) / (y1 - y0):
                is_inside = not is_inside
            before = corner
        inside[place] = is_inside
