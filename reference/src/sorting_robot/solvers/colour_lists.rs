//! Doubly linked lists of the unfilled cells of each colour, in row-major order.

use std::iter;

use super::targets::needed_colours;
use crate::sorting_robot::{Colour, Instance, NONE};

/// The end of a list.
const END: u32 = u32::MAX;

/// The lists of all colours. Links are stored by cell, so that a cell is removed in constant time.
pub(super) struct ColourLists {
    colours: Vec<Colour>,
    heads: Vec<u32>,
    links: Vec<Link>,
}

#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
}

impl ColourLists {
    pub(super) fn new(instance: &Instance) -> Self {
        let unlinked = Link {
            before: END,
            after: END,
        };
        let mut lists = Self {
            colours: needed_colours(instance),
            heads: vec![END; instance.colours],
            links: vec![unlinked; instance.shape.cells()],
        };
        // In reverse order, because new cells are inserted at the front.
        for cell in (0..instance.shape.cells()).rev() {
            if lists.colours[cell] != NONE {
                lists.push_front(cell);
            }
        }
        lists
    }

    fn push_front(&mut self, cell: usize) {
        let head = &mut self.heads[self.colours[cell] as usize];
        self.links[cell].after = *head;
        if *head != END {
            self.links[*head as usize].before = cell as u32;
        }
        *head = cell as u32;
    }

    pub(super) fn remove(&mut self, cell: usize) {
        let Link { before, after } = self.links[cell];
        match before {
            END => self.heads[self.colours[cell] as usize] = after,
            before => self.links[before as usize].after = after,
        }
        if after != END {
            self.links[after as usize].before = before;
        }
    }

    /// Returns the unfilled cells of a colour.
    pub(super) fn cells(&self, colour: Colour) -> impl Iterator<Item = usize> {
        let listed = |cell: u32| (cell != END).then_some(cell as usize);
        let head = listed(self.heads[colour as usize]);
        iter::successors(head, move |&cell| listed(self.links[cell].after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removal_keeps_the_rest_in_order() {
        let instance = Instance::read(b"2 3 2\n0 0 0\n0 1 1\n1 1 0\n0 0 0\n").unwrap();
        let mut lists = ColourLists::new(&instance);
        let cells = |lists: &ColourLists, colour| lists.cells(colour).collect::<Vec<_>>();
        assert_eq!(cells(&lists, 0), [0, 1]);
        assert_eq!(cells(&lists, 1), [4, 5]);
        lists.remove(0);
        lists.remove(5);
        assert_eq!(cells(&lists, 0), [1]);
        assert_eq!(cells(&lists, 1), [4]);
        lists.remove(4);
        assert!(cells(&lists, 1).is_empty());
    }
}
