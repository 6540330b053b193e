"""Growing trees on codes, job by job.

    criteria        how pure a node is
    statistics      what a node knows of its rows: sums over them
    histograms      the statistics per code of a feature
    cuts            the best split of a feature of numbers
    subsets         the best split of a feature of categories
    searching       the best split of a node, among its features
    even_splits     going on where no question gains anything
    random_splits   random numbers, random features, and splits by chance alone
    partitioning    which rows go left
    subtrees        growing a whole small tree, and putting small trees together

Nodes of many rows are grown level by level from Python, where the threads share a level; small
subtrees are grown here from their root to their leaves, and the threads share the subtrees.
"""
