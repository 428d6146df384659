// Team ring-road: think in circuits.
//
// Pick up a piece, carry it to a cell that wants it, take what lies there, carry
// that on, ... Sooner or later the robot is back where it began: a circuit. Inside a
// circuit the robot never walks with an empty hand, so only the ways from one
// circuit to the next are wasted.
//
// If some cells have no background there are open circuits too, which we call
// chains: they begin at a piece on a cell without background, and end at a coloured
// cell that has no piece. After a chain the hand is empty again.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int rows, columns, colours;
vector<int> background, piece;
vector<int> target;  // where the piece of each cell will go

int distance_between(int a, int b) {
    return abs(a / columns - b / columns) + abs(a % columns - b % columns);
}

// Gives each of these pieces (all of one colour) its own target. The closest pairs
// are matched first: all at distance 1, then all at distance 2, and so on.
void match(vector<int> pieces, vector<int> targets) {
    for (int d = 1; !pieces.empty(); d++) {
        vector<int> left;
        for (int k : pieces) {
            auto found = find_if(targets.begin(), targets.end(),
                                 [k, d](int t) { return distance_between(k, t) == d; });
            if (found == targets.end()) {
                left.push_back(k);
            } else {
                target[k] = *found;
                targets.erase(found);
            }
        }
        pieces = left;
    }
}

// Follows the pieces from a cell until the circuit closes or the chain ends.
// A chain keeps its last cell; a circuit does not name its first cell twice.
vector<int> follow(int start, vector<char>& used) {
    vector<int> path;
    for (int k = start; !used[k]; k = target[k]) {
        path.push_back(k);
        used[k] = 1;
        if (piece[k] < 0) break;
    }
    return path;
}

int main() {
    ios::sync_with_stdio(false);
    if (!(cin >> rows >> columns >> colours)) return 1;
    int size = rows * columns;
    background.resize(size);
    piece.resize(size);
    for (int& x : background) cin >> x;
    for (int& x : piece) cin >> x;

    vector<vector<int>> pieces(colours), targets(colours);
    for (int k = 0; k < size; k++) {
        if (piece[k] == background[k]) continue;  // black already
        if (piece[k] >= 0) pieces[piece[k]].push_back(k);
        if (background[k] >= 0) targets[background[k]].push_back(k);
    }
    target.assign(size, -1);
    for (int c = 0; c < colours; c++) match(pieces[c], targets[c]);

    // Chains first, because they have to be followed from their beginning. What is
    // left afterwards are circuits, which may be followed from anywhere.
    vector<char> used(size, 0);
    vector<vector<int>> chains, circuits;
    for (int k = 0; k < size; k++)
        if (background[k] < 0 && piece[k] >= 0) chains.push_back(follow(k, used));
    for (int k = 0; k < size; k++)
        if (!used[k] && piece[k] >= 0 && piece[k] != background[k]) circuits.push_back(follow(k, used));

    string answer;
    int here = 0;  // the cell the robot is on
    auto go_and_swap = [&](int k) {
        int down = k / columns - here / columns, right = k % columns - here % columns;
        answer.append(abs(right), right > 0 ? 'R' : 'L');
        answer.append(abs(down), down > 0 ? 'D' : 'U');
        answer += 'S';
        here = k;
    };

    // Now always run what begins nearest. A chain has one beginning; a circuit can
    // be entered at any of its cells, and must be left at the same cell.
    while (!chains.empty() || !circuits.empty()) {
        int best = -1, best_distance = 0;
        size_t entry = 0;
        bool is_chain = false;
        auto consider = [&](int index, size_t cell, int k, bool chain) {
            int d = distance_between(here, k);
            if (best >= 0 && d >= best_distance) return;
            best = index, best_distance = d, entry = cell, is_chain = chain;
        };
        for (size_t i = 0; i < chains.size(); i++) consider(int(i), 0, chains[i][0], true);
        for (size_t i = 0; i < circuits.size(); i++)
            for (size_t j = 0; j < circuits[i].size(); j++) consider(int(i), j, circuits[i][j], false);

        vector<vector<int>>& list = is_chain ? chains : circuits;
        vector<int> path = list[best];
        list.erase(list.begin() + best);
        if (!is_chain) {
            rotate(path.begin(), path.begin() + entry, path.end());
            path.push_back(path[0]);
        }
        for (int k : path) go_and_swap(k);
    }

    if (!answer.empty()) cout << answer << '\n';
}
