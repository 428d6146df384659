// Swap puzzle: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
// tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
// allowed between these two cells. Rows and columns count from 0.
// A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
// be in the first cell, tile 2 in the next, and so on, row by row.
// Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
//
// Hint: here a swap serves one tile only, and often takes another one farther away.
// A good swap brings both tiles nearer to their places. Half the sum of all distances
// is a limit that no answer can beat; how near to it can you come?

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Puzzle {
    int rows = 0, columns = 0;
    // Cell (i, j) is at i * columns + j. Counting tiles from 0, tile k belongs to cell k.
    std::vector<int> tile;
    std::vector<std::vector<int>> neighbours;
    std::vector<bool> done;

    bool read(std::istream& in) {
        if (!(in >> rows >> columns)) return false;
        int size = rows * columns;
        tile.resize(size);
        done.resize(size);
        neighbours.resize(size);
        for (int& t : tile) {
            in >> t;
            t--;
        }
        if (!in) return false;
        for (int k = 0; k < size; k++) {
            if ((k + 1) % columns != 0) connect(k, k + 1);
            if (k + columns < size) connect(k, k + columns);
        }
        std::string wall;
        for (int i1, j1, i2, j2; in >> wall >> i1 >> j1 >> i2 >> j2;)
            separate(i1 * columns + j1, i2 * columns + j2);
        return true;
    }

    void connect(int a, int b) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }

    void separate(int a, int b) {
        for (int turn = 0; turn < 2; turn++) {
            auto& list = neighbours[a];
            list.erase(std::remove(list.begin(), list.end(), b), list.end());
            std::swap(a, b);
        }
    }

    // From each cell that can be reached, the next cell on a shortest way to the goal,
    // around walls and around cells that are done; -1 elsewhere. The queue keeps the
    // cells that were reached, the nearest first.
    std::vector<int> search(int goal, std::vector<int>& queue) const {
        std::vector<int> step(tile.size(), -1);
        step[goal] = goal;
        queue = {goal};
        for (size_t head = 0; head < queue.size(); head++) {
            int k = queue[head];
            for (int other : neighbours[k])
                if (step[other] < 0 && !done[other]) {
                    step[other] = k;
                    queue.push_back(other);
                }
        }
        return step;
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    Puzzle puzzle;
    if (!puzzle.read(std::cin)) return 1;
    auto& tile = puzzle.tile;
    int columns = puzzle.columns;

    // Fill the cell that is farthest from the first cell, then the next, and so on:
    // like this the cells that are left always hang together.
    std::vector<int> order, queue;
    puzzle.search(0, order);
    std::reverse(order.begin(), order.end());
    for (int goal : order) {
        std::vector<int> step = puzzle.search(goal, queue);
        int k = int(std::find(tile.begin(), tile.end(), goal) - tile.begin());
        while (k != goal) {  // nothing to do: print nothing at all
            int to = step[k];
            std::cout << k / columns << ' ' << k % columns << ' ' << to / columns << ' ' << to % columns << '\n';
            std::swap(tile[k], tile[to]);
            k = to;
        }
        puzzle.done[goal] = true;
    }
}
