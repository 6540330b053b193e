"""The committee: how it settles, how alike and how good its members are."""
