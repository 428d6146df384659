// Team happy-trails: happy swaps first, then luck, then more luck.
//
// A swap is happy when both tiles come nearer to their places. Half the sum of all
// distances is the fewest swaps there can be, and only happy swaps keep up with it. So:
//   1. As long as there is a happy swap, do one.
//   2. Otherwise take a swap in which one tile wins and the other loses, but
//      not one that we have just done the other way round.
//   3. If that goes on for too long, finish with the safe method (tile by tile).
// Then do it all again with other random choices, for as long as we have time. Each
// better answer is printed at once, followed by an empty line: that makes it
// count even if the time is over while we are still trying.
//
// Distances are the real ones, around walls: one breadth-first search per cell.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace std;

int m, n, size_;
vector<int> start;                   // tile of each cell, counted from 0
vector<vector<int>> neighbours, far; // far[a][b]: steps from a to b
vector<pair<int, int>> edges;
vector<int> order;                   // farthest from cell 0 first
mt19937 rng(2024);
chrono::steady_clock::time_point deadline;

// Breadth-first search from a cell, not through closed cells.
vector<int> distances(int from, const vector<char>& closed, vector<int>* visited = nullptr) {
    vector<int> d(size_, -1), queue{from};
    d[from] = 0;
    for (size_t head = 0; head < queue.size(); head++)
        for (int k : neighbours[queue[head]])
            if (d[k] < 0 && !closed[k]) {
                d[k] = d[queue[head]] + 1;
                queue.push_back(k);
            }
    if (visited) *visited = queue;
    return d;
}

struct Attempt {
    vector<int> tile = start;
    vector<pair<int, int>> swaps;

    void swap_edge(int a, int b) {
        std::swap(tile[a], tile[b]);
        swaps.push_back({a, b});
    }

    // -2: happy, 0: one wins and one loses, +2: both lose.
    int change(int a, int b) const {
        int s = tile[a], t = tile[b];
        return far[s][b] - far[s][a] + far[t][a] - far[t][b];
    }

    bool sorted() const { return is_sorted(tile.begin(), tile.end()); }

    // Finishes tile by tile.
    void safe() {
        vector<char> closed(size_, 0);
        for (int goal : order) {
            vector<int> d = distances(goal, closed);
            int at = int(find(tile.begin(), tile.end(), goal) - tile.begin());
            while (at != goal)
                for (int k : neighbours[at])
                    if (!closed[k] && d[k] == d[at] - 1) {
                        swap_edge(at, k);
                        at = k;
                        break;
                    }
            closed[goal] = 1;
        }
    }

    // False if it is no use going on.
    bool play(size_t limit) {
        int idle = 0; // swaps since the last happy one
        while (!sorted()) {
            if (swaps.size() >= limit) return false;
            vector<int> happy, fair;
            for (size_t e = 0; e < edges.size(); e++) {
                auto [a, b] = edges[e];
                int c = change(a, b);
                if (c < 0) happy.push_back(int(e));
                // A tile that is in place should stay there.
                if (c == 0 && (swaps.empty() || swaps.back() != edges[e]) && tile[a] != a && tile[b] != b)
                    fair.push_back(int(e));
            }
            if (!happy.empty()) {
                idle = 0;
                int e = happy[rng() % happy.size()];
                swap_edge(edges[e].first, edges[e].second);
            } else if (!fair.empty() && idle < 2 * size_) {
                idle++;
                int e = fair[rng() % fair.size()];
                swap_edge(edges[e].first, edges[e].second);
            } else {
                safe();
            }
        }
        return swaps.size() < limit;
    }

    void print() const {
        string text;
        for (auto [a, b] : swaps)
            text += to_string(a / n) + " " + to_string(a % n) + " " + to_string(b / n) + " " + to_string(b % n) + "\n";
        text += "\n"; // the empty line
        fputs(text.c_str(), stdout);
        fflush(stdout);
    }
};

int main() {
    auto begin = chrono::steady_clock::now();
    const char* limit = getenv("JUDGE_TIME_MS");
    deadline = begin + chrono::milliseconds((limit ? atol(limit) : 1000) * 8 / 10);

    cin >> m >> n;
    size_ = m * n;
    start.resize(size_);
    for (int& t : start) {
        cin >> t;
        t--;
    }
    for (int k = 0; k < size_; k++) {
        if ((k + 1) % n) edges.push_back({k, k + 1});
        if (k + n < size_) edges.push_back({k, k + n});
    }
    string wall;
    for (int i1, j1, i2, j2; cin >> wall >> i1 >> j1 >> i2 >> j2;) {
        int a = i1 * n + j1, b = i2 * n + j2;
        pair<int, int> closed{min(a, b), max(a, b)};
        edges.erase(remove(edges.begin(), edges.end(), closed), edges.end());
    }
    neighbours.resize(size_);
    for (auto [a, b] : edges) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
    }
    vector<char> open(size_, 0);
    for (int k = 0; k < size_; k++) far.push_back(distances(k, open));
    distances(0, open, &order);
    reverse(order.begin(), order.end());

    Attempt first;
    if (first.sorted()) return 0; // nothing to do: the empty answer
    first.safe();
    first.print();
    size_t best = first.swaps.size();
    while (chrono::steady_clock::now() < deadline) {
        Attempt attempt;
        if (attempt.play(best)) {
            best = attempt.swaps.size();
            attempt.print();
        }
    }
}
