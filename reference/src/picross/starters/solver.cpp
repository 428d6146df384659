// Picross: a starter that is always right, but slow where it has to guess.
//
// Told, on standard input: "h w" (rows, columns), then a line with the clue of each
// row, then one with the clue of each column. A clue is the lengths of the black
// runs of its line, in order; "0" alone means that the whole line is white.
// Print h lines of w characters, "#" for black and "." for white, so that every row
// and every column has exactly the runs of its clue. Any such grid is right.
//
// Hint: this program looks at all lines again and again, and it guesses the first
// unknown cell it meets. Look only at lines that have changed, and guess where the
// answer tells you most.

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

enum Cell : char { WHITE, BLACK, UNKNOWN };
using Line = std::vector<Cell>;
using Clue = std::vector<int>;

int h, w;
std::vector<Clue> row_clues, column_clues;

// Finds what all ways to fill a line have in common.
struct LineSolver {
    Line& line;
    const Clue& clue;
    int n = int(line.size());
    std::vector<char> can_white = std::vector<char>(n), can_black = can_white;
    // What we found out about (block, start) before; -1 is nothing.
    std::vector<std::vector<signed char>> seen{clue.size() + 1, std::vector<signed char>(n + 1, -1)};

    LineSolver(Line& line, const Clue& clue) : line(line), clue(clue) {}

    bool has(Cell cell, int from, int to) const {
        return std::find(line.begin() + from, line.begin() + to, cell) != line.begin() + to;
    }

    static void mark(std::vector<char>& can, int from, int to) {
        std::fill(can.begin() + from, can.begin() + to, 1);
    }

    // Can the blocks from this one on stand at this cell or later?
    bool place(int block, int start) {
        signed char& known = seen[block][start];
        if (known >= 0) return known;
        bool found = false;
        if (block == int(clue.size())) {
            found = !has(BLACK, start, n);
            if (found) mark(can_white, start, n);
        } else {
            for (int first = start; first + clue[block] <= n; first++) {
                if (first > start && line[first - 1] == BLACK) break;  // no jump over a black cell
                int end = first + clue[block], next = std::min(end + 1, n);
                if (has(WHITE, first, end) || (end < n && line[end] == BLACK)) continue;
                if (!place(block + 1, next)) continue;
                found = true;
                mark(can_white, start, first);
                mark(can_black, first, end);
                mark(can_white, end, next);
            }
        }
        known = found;
        return found;
    }

    // False if there is no way at all.
    bool solve() {
        if (!place(0, 0)) return false;
        for (int i = 0; i < n; i++)
            line[i] = can_white[i] && can_black[i] ? UNKNOWN : can_black[i] ? BLACK : WHITE;
        return true;
    }
};

// Fills in what is certain; false if some line has no way left.
bool deduce(std::vector<Line>& grid) {
    for (;;) {
        std::vector<Line> before = grid;
        for (int i = 0; i < h; i++)
            if (!LineSolver(grid[i], row_clues[i]).solve()) return false;
        for (int j = 0; j < w; j++) {
            Line column;
            for (const Line& row : grid) column.push_back(row[j]);
            if (!LineSolver(column, column_clues[j]).solve()) return false;
            for (int i = 0; i < h; i++) grid[i][j] = column[i];
        }
        if (grid == before) return true;
    }
}

// Fills the grid; false if there is no way.
bool solve(std::vector<Line>& grid) {
    if (!deduce(grid)) return false;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            if (grid[i][j] != UNKNOWN) continue;
            for (Cell guess : {BLACK, WHITE}) {
                std::vector<Line> copy = grid;
                copy[i][j] = guess;
                if (!solve(copy)) continue;
                grid = copy;
                return true;
            }
            return false;
        }
    return true;
}

Clue read_clue() {
    std::string text;
    std::getline(std::cin, text);
    std::istringstream words(text);
    Clue clue;
    for (int run; words >> run;)
        if (run > 0) clue.push_back(run);
    return clue;
}

int main() {
    if (!(std::cin >> h >> w)) return 1;
    std::string rest;
    std::getline(std::cin, rest);
    for (int i = 0; i < h; i++) row_clues.push_back(read_clue());
    for (int j = 0; j < w; j++) column_clues.push_back(read_clue());

    std::vector<Line> grid(h, Line(w, UNKNOWN));
    if (!solve(grid)) return 1;
    for (const Line& row : grid) {
        for (Cell cell : row) std::cout << (cell == BLACK ? '#' : '.');
        std::cout << '\n';
    }
}
