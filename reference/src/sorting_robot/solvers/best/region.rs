//! A part of a tour that is rearranged: the stops at some cells, with the rest of the tour fixed.

use crate::sorting_robot::Colour;
use crate::sorting_robot::sites::{NO_SITE, Site, Sites};
use crate::sorting_robot::tour::{Visit, Visits};

/// The sites of a region are numbered from 0, the start of the walk; the last one is its end.
///
/// A cell that the robot visits twice, to leave a piece and to pick it up again, is one site, and the cycle in between
/// is removed from the tour. Besides the cells of the region there are the stops before and after them, which serve
/// only as ends of legs.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) nodes: Vec<Node>,
    pub(super) successor: Vec<u32>,
    distances: Vec<i32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) site: Site,
    pub(super) takes: Colour,
    pub(super) gives: Colour,
    /// Whether a piece can be left here temporarily.
    pub(super) is_cell: bool,
    /// The range of visits that follow this one and cannot be changed.
    chain: Option<(u32, u32)>,
}

impl Node {
    /// Returns whether the leg from here can be changed.
    pub(super) fn is_free(&self) -> bool {
        self.chain.is_none()
    }
}

impl Region {
    /// Extracts the cells for which `inside` holds from a tour.
    pub(super) fn new(sites: &Sites, visits: &Visits, inside: impl Fn(Site) -> bool) -> Self {
        let all = &visits.list;
        let last = all.len() - 1;
        let is_cell = |index: usize| all[index].site < sites.start() && inside(all[index].site);
        let belongs = |index: usize| {
            index == 0
                || index == last
                || is_cell(index)
                || is_cell(index - 1)
                || is_cell(index + 1)
        };
        let mut region = Self {
            nodes: Vec::new(),
            successor: Vec::new(),
            distances: Vec::new(),
        };
        // The cells visited so far, with the leg that their cycle interrupts.
        let mut met: Vec<(Site, u32, u32)> = Vec::new();
        let mut origin = NO_SITE;
        let mut before = 0;
        for index in (0..=last).filter(|&index| belongs(index)) {
            let Visit { site, hand } = all[index];
            if origin != NO_SITE && before + 1 < index {
                let chain = (before as u32 + 1, index as u32);
                region.nodes[origin as usize].chain = Some(chain);
            }
            let known = met.iter().find(|cell| cell.0 == site).copied();
            let number = known.map_or_else(
                || {
                    let brought = index.checked_sub(1).map(|before| all[before].hand);
                    let takes = brought.unwrap_or(hand);
                    region.add(site, takes, hand, is_cell(index))
                },
                |(_, number, _)| number,
            );
            match known {
                Some((_, _, interrupted)) => {
                    region.successor[origin as usize] = number;
                    origin = interrupted;
                }
                None if is_cell(index) && visits.is_visited_again(index) => {
                    region.nodes[number as usize].takes = sites.takes(site);
                    met.push((site, number, origin));
                    origin = number;
                }
                None => {
                    if origin != NO_SITE {
                        region.successor[origin as usize] = number;
                    }
                    origin = number;
                }
            }
            before = index;
        }
        region.measure(sites);
        region
    }

    fn add(&mut self, site: Site, takes: Colour, gives: Colour, is_cell: bool) -> u32 {
        self.nodes.push(Node {
            site,
            takes,
            gives,
            is_cell,
            chain: None,
        });
        self.successor.push(NO_SITE);
        self.nodes.len() as u32 - 1
    }

    fn measure(&mut self, sites: &Sites) {
        for a in &self.nodes {
            let row = self.nodes.iter().map(|b| sites.distance(a.site, b.site));
            self.distances.extend(row);
        }
    }

    pub(super) fn distance(&self, a: u32, b: u32) -> i32 {
        self.distances[a as usize * self.nodes.len() + b as usize]
    }

    /// Returns the last site.
    pub(super) fn end(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// Inserts a new order of the stops into the tour: site numbers and the colour carried away from each.
    pub(super) fn put_back(&self, visits: &Visits, order: &[(u32, Colour)]) -> Vec<Visit> {
        let mut list = Vec::with_capacity(visits.list.len() + 2);
        for &(number, hand) in order {
            let node = self.nodes[number as usize];
            let site = node.site;
            list.push(Visit { site, hand });
            if let Some((from, to)) = node.chain {
                list.extend_from_slice(&visits.list[from as usize..to as usize]);
            }
        }
        list
    }
}
