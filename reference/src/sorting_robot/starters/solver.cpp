// Sorting robot: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
// backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
// The robot starts at the top left with an empty hand. L R U D move it by one
// cell, one step each; it must not leave the grid. S swaps hand and cell, free.
// A cell whose piece equals its background (or that has neither) is black: it is
// locked for ever, and S does nothing there.
// Print, on one line, letters that make every cell black, in as few steps as you can.
//
// Hint: taking the nearest target now often means a long walk later. First decide
// which piece goes to which cell so that the sum of the distances is small; each
// step that the robot walks with an empty hand is one you may be able to save.

#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

struct Robot {
    int rows = 0, columns = 0, colours = 0;
    std::vector<int> background, piece;  // cell (i, j) is at i * columns + j
    int row = 0, column = 0, hand = -1;
    std::string answer;

    bool read(std::istream& in) {
        if (!(in >> rows >> columns >> colours)) return false;
        background.resize(rows * columns);
        piece.resize(rows * columns);
        for (int& x : background) in >> x;
        for (int& x : piece) in >> x;
        return bool(in);
    }

    // Can the robot do something useful at cell k?
    bool useful(int k) const {
        if (piece[k] == background[k]) return false;  // black
        return hand < 0 ? piece[k] >= 0 : background[k] == hand;
    }

    // The nearest useful cell, or -1 if there is none. Scanning row by row and
    // asking for "strictly nearer" makes ties go to the topmost, then leftmost.
    int nearest() const {
        int best = -1, best_distance = 0;
        for (int k = 0; k < rows * columns; k++) {
            if (!useful(k)) continue;
            int distance = std::abs(k / columns - row) + std::abs(k % columns - column);
            if (best < 0 || distance < best_distance) {
                best = k;
                best_distance = distance;
            }
        }
        return best;
    }

    // Walks to cell k, horizontally first, and swaps there.
    void serve(int k) {
        int to_row = k / columns, to_column = k % columns;
        answer.append(std::abs(to_column - column), to_column > column ? 'R' : 'L');
        answer.append(std::abs(to_row - row), to_row > row ? 'D' : 'U');
        answer += 'S';
        row = to_row;
        column = to_column;
        std::swap(hand, piece[k]);
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    Robot robot;
    if (!robot.read(std::cin)) return 1;

    for (int k = robot.nearest(); k >= 0; k = robot.nearest()) robot.serve(k);

    // Nothing to do: print nothing, not even an empty line.
    if (!robot.answer.empty()) std::cout << robot.answer << '\n';
}
