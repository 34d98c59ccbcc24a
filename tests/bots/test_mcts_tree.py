"""The tree of a search: what grows, what is kept, and that room is made where it is needed."""

from __future__ import annotations

from klatsch.bots.mcts_tree import FEWEST, NONE, MctsTree


def add(tree: MctsTree, parent: int, *actions: int) -> list[int]:
    """Children, each with its action as visits, worth and so on."""
    children = [int(tree.add_child(parent, action)) for action in actions]
    for child, action in zip(children, actions, strict=True):
        tree.visits[child] = tree.choices[child] = tree.winner[child] = action
        tree.total[child] = tree.worth[child] = float(action)
    return children


def actions(tree: MctsTree, parent: int) -> list[int]:
    found, child = [], int(tree.first_child[parent])
    while child != NONE:
        found.append(int(tree.action[child]))
        child = int(tree.sibling[child])
    return found


def known(tree: MctsTree, node: int) -> tuple[float, ...]:
    columns = (tree.visits, tree.choices, tree.winner, tree.total, tree.worth)
    return tuple(float(column[node]) for column in columns)


def family() -> tuple[MctsTree, int, int]:
    """The root has 1, 2, 3; 2 has 4, 5, 6; 5 has 7, 8: the tree, and the nodes of 2 and of 5."""
    tree = MctsTree()
    _, two, _ = add(tree, tree.root, 1, 2, 3)
    _, five, _ = add(tree, two, 4, 5, 6)
    add(tree, five, 7, 8)
    return tree, two, five


def test_children_are_found_by_their_actions() -> None:
    tree, two, five = family()
    assert tree.child(tree.root, 2) == two
    assert tree.child(two, 5) == five
    assert tree.child(two, 7) == NONE
    assert actions(tree, two) == [6, 5, 4]
    assert [tree.count_children(node) for node in (tree.root, five, int(tree.child(five, 7)))] == [3, 2, 0]


def test_a_tree_that_grows_keeps_what_it_knows() -> None:
    tree, two, five = family()
    for action in range(3 * FEWEST):
        tree.add_child(five, action % 1000)
    assert tree.capacity >= tree.size == 9 + 3 * FEWEST
    assert actions(tree, two) == [6, 5, 4]
    assert known(tree, five) == (5.0,) * 5


def test_of_a_tree_only_a_branch_is_kept() -> None:
    """Which then grows as any other: its columns are shorter than they were."""
    tree, two, _ = family()
    for action in range(3 * FEWEST):
        tree.add_child(tree.root, action % 1000)
    tree.keep_only(two)
    assert (tree.root, tree.size) == (0, 6)
    assert known(tree, tree.root) == (2.0,) * 5
    assert actions(tree, tree.root) == [6, 5, 4]
    five = int(tree.child(tree.root, 5))
    assert known(tree, five) == (5.0,) * 5
    assert actions(tree, five) == [8, 7]
    assert actions(tree, int(tree.child(five, 8))) == []
    (nine,) = add(tree, five, 9)
    for action in range(2 * FEWEST):
        tree.add_child(nine, action % 1000)
    assert actions(tree, five) == [9, 8, 7]
    assert known(tree, nine) == (9.0,) * 5
