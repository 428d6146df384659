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

import java.util.Arrays;
import java.util.Scanner;

class Solver { // not public, so that the file may be called solver.java
    static final int WHITE = 0, BLACK = 1, UNKNOWN = 2;
    static int h, w;
    static int[][] rowClues, columnClues;

    /** Finds what all ways to fill a line have in common. */
    static class LineSolver {
        final int[] line, clue;
        final boolean[] canWhite, canBlack;
        final Boolean[][] seen; // what we found out about (block, start) before

        LineSolver(int[] line, int[] clue) {
            this.line = line;
            this.clue = clue;
            canWhite = new boolean[line.length];
            canBlack = new boolean[line.length];
            seen = new Boolean[clue.length + 1][line.length + 1];
        }

        boolean has(int cell, int from, int to) {
            for (int i = from; i < to; i++) if (line[i] == cell) return true;
            return false;
        }

        /** Can the blocks from this one on stand at this cell or later? */
        boolean place(int block, int start) {
            if (seen[block][start] != null) return seen[block][start];
            int n = line.length;
            boolean found = false;
            if (block == clue.length) {
                found = !has(BLACK, start, n);
                if (found) Arrays.fill(canWhite, start, n, true);
            } else {
                for (int first = start; first + clue[block] <= n; first++) {
                    if (first > start && line[first - 1] == BLACK) break; // no jump over a black cell
                    int end = first + clue[block], next = Math.min(end + 1, n);
                    if (has(WHITE, first, end) || (end < n && line[end] == BLACK)) continue;
                    if (!place(block + 1, next)) continue;
                    found = true;
                    Arrays.fill(canWhite, start, first, true);
                    Arrays.fill(canBlack, first, end, true);
                    Arrays.fill(canWhite, end, next, true);
                }
            }
            return seen[block][start] = found;
        }

        /** The line with what is certain, or null if there is no way to fill it. */
        int[] solve() {
            if (!place(0, 0)) return null;
            int[] result = new int[line.length];
            for (int i = 0; i < result.length; i++)
                result[i] = canWhite[i] && canBlack[i] ? UNKNOWN : canBlack[i] ? BLACK : WHITE;
            return result;
        }
    }

    /** Fills in what is certain; false if some line has no way left. */
    static boolean deduce(int[][] grid) {
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = 0; i < h; i++) {
                int[] row = new LineSolver(grid[i], rowClues[i]).solve();
                if (row == null) return false;
                changed |= !Arrays.equals(row, grid[i]);
                grid[i] = row;
            }
            for (int j = 0; j < w; j++) {
                int[] column = new int[h];
                for (int i = 0; i < h; i++) column[i] = grid[i][j];
                column = new LineSolver(column, columnClues[j]).solve();
                if (column == null) return false;
                for (int i = 0; i < h; i++) {
                    changed |= grid[i][j] != column[i];
                    grid[i][j] = column[i];
                }
            }
        }
        return true;
    }

    /** A full grid, or null if there is none. */
    static int[][] solve(int[][] grid) {
        if (!deduce(grid)) return null;
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                if (grid[i][j] != UNKNOWN) continue;
                for (int guess : new int[] {BLACK, WHITE}) {
                    int[][] copy = new int[h][];
                    for (int k = 0; k < h; k++) copy[k] = grid[k].clone();
                    copy[i][j] = guess;
                    int[][] solution = solve(copy);
                    if (solution != null) return solution;
                }
                return null;
            }
        return grid;
    }

    static int[] readClue(String line) {
        return Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).filter(run -> run > 0).toArray();
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        h = in.nextInt();
        w = in.nextInt();
        in.nextLine();
        rowClues = new int[h][];
        columnClues = new int[w][];
        for (int i = 0; i < h; i++) rowClues[i] = readClue(in.nextLine());
        for (int j = 0; j < w; j++) columnClues[j] = readClue(in.nextLine());

        int[][] grid = new int[h][w];
        for (int[] row : grid) Arrays.fill(row, UNKNOWN);
        grid = solve(grid);
        if (grid == null) return;
        StringBuilder answer = new StringBuilder();
        for (int[] row : grid) {
            for (int cell : row) answer.append(cell == BLACK ? '#' : '.');
            answer.append('\n');
        }
        System.out.print(answer);
    }
}
