// Team second-guess: logic first, and where it ends we guess, but not blindly.
//
// Logic: for a line we compute from the left and from the right which blocks can end
// or begin where, and from both together what each cell can be. Only lines that have
// changed are looked at again.
//
// Guess: on the line with the fewest unknown cells, because there a guess is most
// likely to lead to something. If a guess leads to a contradiction we know that the
// other colour is right, which is worth a lot.

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

int h, w;
vector<vector<int>> clues;  // rows first, then columns

typedef vector<signed char> Grid;  // 0 white, 1 black, -1 unknown

// Finds what is certain on a line; false if there is no way to fill it.
bool solve_line(const vector<signed char>& line, const vector<int>& clue, vector<signed char>& result) {
    int n = line.size(), k = clue.size();
    // Prefix sums to see quickly if there is a white cell in a range.
    vector<int> whites(n + 1, 0);
    for (int i = 0; i < n; i++) whites[i + 1] = whites[i] + (line[i] == 0);
    auto fits = [&](int start, int length) {
        return start >= 0 && start + length <= n && whites[start + length] == whites[start] &&
               (start == 0 || line[start - 1] != 1) && (start + length == n || line[start + length] != 1);
    };

    // left[b][i]: cells 0..i-1 can hold exactly the first b blocks
    // right[b][i]: cells i..n-1 can hold exactly the blocks b..k-1
    vector<vector<char>> left(k + 1, vector<char>(n + 1, 0)), right = left;
    left[0][0] = 1;
    for (int b = 0; b <= k; b++)
        for (int i = 1; i <= n; i++) {
            if (line[i - 1] != 1 && left[b][i - 1]) left[b][i] = 1;
            if (b == 0 || left[b][i]) continue;
            int start = i - clue[b - 1];
            if (!fits(start, clue[b - 1])) continue;
            if (start == 0 ? b == 1 : left[b - 1][start - 1]) left[b][i] = 1;
        }
    if (!left[k][n]) return false;
    right[k][n] = 1;
    for (int b = k; b >= 0; b--)
        for (int i = n - 1; i >= 0; i--) {
            if (line[i] != 1 && right[b][i + 1]) right[b][i] = 1;
            if (b == k || right[b][i]) continue;
            int end = i + clue[b];
            if (!fits(i, clue[b])) continue;
            if (end == n ? b == k - 1 : right[b + 1][end + 1]) right[b][i] = 1;
        }

    vector<char> white(n, 0);
    vector<int> black(n + 1, 0);  // +1 where a possible block begins, -1 where it ends
    for (int b = 0; b <= k; b++)
        for (int i = 0; i < n; i++) {
            if (line[i] != 1 && left[b][i] && right[b][i + 1]) white[i] = 1;
            if (b == k || !fits(i, clue[b])) continue;
            int end = i + clue[b];
            bool before = i == 0 ? b == 0 : left[b][i - 1];
            bool behind = end == n ? b == k - 1 : right[b + 1][end + 1];
            if (before && behind) black[i]++, black[end]--;
        }
    result.assign(n, -1);
    for (int i = 0, count = 0; i < n; i++) {
        count += black[i];
        if (count == 0) result[i] = 0;
        else if (!white[i]) result[i] = 1;
    }
    return true;
}

int cell_of(int k, int i) { return k < h ? k * w + i : i * w + (k - h); }

// Looks at the lines of the list, and at those that change because of it.
bool logic(Grid& grid, vector<int> todo) {
    vector<char> waiting(h + w, 0);
    for (int k : todo) waiting[k] = 1;
    vector<signed char> line, result;
    while (!todo.empty()) {
        int k = todo.back();
        todo.pop_back();
        waiting[k] = 0;
        int n = k < h ? w : h;
        line.resize(n);
        for (int i = 0; i < n; i++) line[i] = grid[cell_of(k, i)];
        if (!solve_line(line, clues[k], result)) return false;
        for (int i = 0; i < n; i++) {
            if (result[i] == line[i]) continue;
            grid[cell_of(k, i)] = result[i];
            int other = k < h ? h + i : i;
            if (!waiting[other]) waiting[other] = 1, todo.push_back(other);
        }
    }
    return true;
}

bool solve(Grid& grid, vector<int> todo) {
    while (true) {
        if (!logic(grid, todo)) return false;
        int best = -1, fewest = 0;
        for (int k = 0; k < h + w; k++) {
            int n = k < h ? w : h, unknown = 0;
            for (int i = 0; i < n; i++) unknown += grid[cell_of(k, i)] < 0;
            if (unknown > 0 && (best < 0 || unknown < fewest)) best = k, fewest = unknown;
        }
        if (best < 0) return true;
        int i = 0;
        while (grid[cell_of(best, i)] >= 0) i++;
        int cell = cell_of(best, i);
        todo = {cell / w, h + cell % w};

        Grid copy = grid;
        copy[cell] = 1;
        if (solve(copy, todo)) {
            grid = copy;
            return true;
        }
        grid[cell] = 0;  // now we know
    }
}

int main() {
    string text;
    getline(cin, text);
    istringstream(text) >> h >> w;
    vector<int> all;
    for (int k = 0; k < h + w && getline(cin, text); k++) {
        istringstream words(text);
        vector<int> clue;
        for (int x; words >> x;)
            if (x > 0) clue.push_back(x);
        clues.push_back(clue);
        all.push_back(k);
    }
    Grid grid(h * w, -1);
    if (!solve(grid, all)) return 1;
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++) cout << (grid[i * w + j] ? '#' : '.');
        cout << '\n';
    }
}
