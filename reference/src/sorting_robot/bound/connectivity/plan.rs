//! The transport plan that the flows of a round describe.

use super::Connectivity;
use super::layers::Arc;
use crate::sorting_robot::sites::Site;

impl Connectivity {
    /// Sets the successor of every site that gives a colour to a cell to which the last flow of the colour leads. The
    /// flows are cheap and more connected than those of a plan that ignores the cuts. Returns `false` if there are no
    /// such flows.
    pub(in crate::sorting_robot) fn follow_flows(&self, successor: &mut [Site]) -> bool {
        let layers = &self.layers;
        for layer in 0..layers.empty() {
            let mut net = self.flows[layer].net.clone();
            let mut wanted = vec![false; layers.cells];
            let of_layer = layers.unsorted.iter();
            for exchange in of_layer.filter(|exchange| exchange.takes as usize == layer) {
                wanted[exchange.cell as usize] = true;
            }
            let of_layer = layers.unsorted.iter();
            for exchange in of_layer.filter(|exchange| exchange.gives as usize == layer) {
                let mut cell = exchange.cell;
                while !wanted[cell as usize] {
                    let flows = |arc: &&Arc| {
                        let net = net[arc.edge as usize];
                        if arc.forward { net > 0 } else { net < 0 }
                    };
                    let Some(&arc) = layers.arcs(cell).iter().find(flows) else {
                        // The last round was ended by the budget.
                        return false;
                    };
                    net[arc.edge as usize] -= if arc.forward { 1 } else { -1 };
                    cell = arc.to;
                }
                wanted[cell as usize] = false;
                successor[exchange.cell as usize] = cell;
            }
        }
        true
    }
}
