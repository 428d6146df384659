//! AVL trees of small integer keys, many of them in one arena.
//!
//! An own implementation, because the algorithm is taught with AVL trees and needs a search for both neighbours of a
//! key.

use std::cmp::Ordering;

/// The empty tree: an index that no node has.
const EMPTY: u32 = u32::MAX;

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// A tree of a [`Forest`].
#[derive(Clone, Copy)]
pub(super) struct Tree(u32);

impl Tree {
    pub(super) const EMPTY: Self = Self(EMPTY);
}

/// The nodes of all trees. Removed nodes are not reused, because the trees only shrink once they are built.
pub(super) struct Forest {
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    key: u32,
    children: [u32; 2],
    height: u8,
}

impl Forest {
    pub(super) fn with_capacity(nodes: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
        }
    }

    pub(super) fn insert(&mut self, tree: &mut Tree, key: usize) {
        tree.0 = self.insert_below(tree.0, key as u32);
    }

    pub(super) fn remove(&mut self, tree: &mut Tree, key: usize) {
        tree.0 = self.remove_below(tree.0, key as u32);
    }

    /// Returns the greatest key that is at most `key`, and the smallest key that is greater.
    pub(super) fn neighbours(&self, tree: Tree, key: usize) -> (Option<usize>, Option<usize>) {
        let (mut before, mut after) = (None, None);
        let mut at = tree.0;
        while let Some(node) = self.nodes.get(at as usize) {
            let found = node.key as usize;
            if found <= key {
                before = Some(found);
                at = node.children[RIGHT];
            } else {
                after = Some(found);
                at = node.children[LEFT];
            }
        }
        (before, after)
    }

    /// Inserts a key. Like the functions below, it takes the root of a subtree and returns its new root.
    fn insert_below(&mut self, at: u32, key: u32) -> u32 {
        let Some(&node) = self.nodes.get(at as usize) else {
            self.nodes.push(Node {
                key,
                children: [EMPTY; 2],
                height: 1,
            });
            return self.nodes.len() as u32 - 1;
        };
        let side = match key.cmp(&node.key) {
            Ordering::Less => LEFT,
            Ordering::Greater => RIGHT,
            Ordering::Equal => return at,
        };
        let child = self.insert_below(node.children[side], key);
        self.set_child(at, side, child)
    }

    fn remove_below(&mut self, at: u32, key: u32) -> u32 {
        let Some(&Node {
            key: own,
            children: [left, right],
            ..
        }) = self.nodes.get(at as usize)
        else {
            return EMPTY;
        };
        match key.cmp(&own) {
            Ordering::Less => {
                let child = self.remove_below(left, key);
                self.set_child(at, LEFT, child)
            }
            Ordering::Greater => {
                let child = self.remove_below(right, key);
                self.set_child(at, RIGHT, child)
            }
            Ordering::Equal if left == EMPTY => right,
            Ordering::Equal if right == EMPTY => left,
            Ordering::Equal => {
                let (replacement, rest) = self.take_first(right);
                self.nodes[replacement as usize].children[LEFT] = left;
                self.set_child(replacement, RIGHT, rest)
            }
        }
    }

    /// Returns the node with the smallest key, and the root of the remaining subtree.
    fn take_first(&mut self, at: u32) -> (u32, u32) {
        let [left, right] = self.nodes[at as usize].children;
        if left == EMPTY {
            return (at, right);
        }
        let (first, rest) = self.take_first(left);
        (first, self.set_child(at, LEFT, rest))
    }

    /// Replaces a child whose height may have changed by one, and rebalances.
    fn set_child(&mut self, at: u32, side: usize, child: u32) -> u32 {
        self.nodes[at as usize].children[side] = child;
        let [left, right] = self.child_heights(at);
        if left.abs_diff(right) <= 1 {
            self.update_height(at);
            return at;
        }
        let tall = if left > right { LEFT } else { RIGHT };
        let child = self.nodes[at as usize].children[tall];
        let grandchildren = self.child_heights(child);
        if grandchildren[1 - tall] > grandchildren[tall] {
            self.nodes[at as usize].children[tall] = self.rotate(child, tall);
        }
        self.rotate(at, 1 - tall)
    }

    /// Rotates a node down to `side`; its other child takes its place.
    fn rotate(&mut self, at: u32, side: usize) -> u32 {
        let raised = self.nodes[at as usize].children[1 - side];
        self.nodes[at as usize].children[1 - side] = self.nodes[raised as usize].children[side];
        self.nodes[raised as usize].children[side] = at;
        self.update_height(at);
        self.update_height(raised);
        raised
    }

    fn update_height(&mut self, at: u32) {
        let [left, right] = self.child_heights(at);
        self.nodes[at as usize].height = 1 + left.max(right);
    }

    fn child_heights(&self, at: u32) -> [u8; 2] {
        let height = |child: u32| self.nodes.get(child as usize).map_or(0, |node| node.height);
        self.nodes[at as usize].children.map(height)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Returns the keys in order. Panics if a node is out of balance or stores a wrong height.
    fn keys(forest: &Forest, at: u32) -> Vec<usize> {
        let Some(node) = forest.nodes.get(at as usize) else {
            return Vec::new();
        };
        let [left, right] = forest.child_heights(at);
        assert!(left.abs_diff(right) <= 1);
        assert_eq!(node.height, 1 + left.max(right));
        let mut keys_below = keys(forest, node.children[LEFT]);
        keys_below.push(node.key as usize);
        keys_below.extend(keys(forest, node.children[RIGHT]));
        keys_below
    }

    proptest! {
        #[test]
        fn behaves_as_an_ordered_set(actions in proptest::collection::vec((any::<bool>(), 0_usize..60), 0..300)) {
            let mut forest = Forest::with_capacity(0);
            let mut tree = Tree::EMPTY;
            let mut set = BTreeSet::new();
            for (insert, key) in actions {
                if insert {
                    forest.insert(&mut tree, key);
                    set.insert(key);
                } else {
                    forest.remove(&mut tree, key);
                    set.remove(&key);
                }
                prop_assert_eq!(keys(&forest, tree.0), set.iter().copied().collect::<Vec<_>>());
                let before = set.range(..=key).next_back().copied();
                let after = set.range(key + 1..).next().copied();
                prop_assert_eq!(forest.neighbours(tree, key), (before, after));
            }
        }
    }

    #[test]
    fn sorted_keys_do_not_make_a_list() {
        let mut forest = Forest::with_capacity(0);
        let mut tree = Tree::EMPTY;
        for key in 0..1 << 16 {
            forest.insert(&mut tree, key);
        }
        assert_eq!(forest.nodes[tree.0 as usize].height, 17);
        for key in (0..1 << 16).filter(|key| key % 8 != 0) {
            forest.remove(&mut tree, key);
        }
        assert_eq!(
            keys(&forest, tree.0),
            (0..1 << 16).step_by(8).collect::<Vec<_>>()
        );
    }
}
