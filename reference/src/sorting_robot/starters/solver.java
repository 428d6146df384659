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

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;

class Solver { // not public, so that the file may be called solver.java
    static int rows, columns;
    static int[] background, piece; // cell (i, j) is at i * columns + j
    static int row = 0, column = 0, hand = -1;
    static final StringBuilder answer = new StringBuilder();

    static int number(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (int) in.nval;
    }

    /** Can the robot do something useful at cell k? */
    static boolean useful(int k) {
        if (piece[k] == background[k]) return false; // black
        return hand < 0 ? piece[k] >= 0 : background[k] == hand;
    }

    /** The nearest useful cell, or -1. The scan goes row by row and asks for
     *  "strictly nearer", so ties go to the topmost, then leftmost cell. */
    static int nearest() {
        int best = -1, bestDistance = 0;
        for (int k = 0; k < rows * columns; k++) {
            if (!useful(k)) continue;
            int distance = Math.abs(k / columns - row) + Math.abs(k % columns - column);
            if (best < 0 || distance < bestDistance) {
                best = k;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** Walks to cell k, horizontally first, and swaps there. */
    static void serve(int k) {
        int toRow = k / columns, toColumn = k % columns;
        for (; column < toColumn; column++) answer.append('R');
        for (; column > toColumn; column--) answer.append('L');
        for (; row < toRow; row++) answer.append('D');
        for (; row > toRow; row--) answer.append('U');
        answer.append('S');
        int taken = piece[k];
        piece[k] = hand;
        hand = taken;
    }

    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new InputStreamReader(System.in));
        rows = number(in);
        columns = number(in);
        number(in); // the number of colours, not needed here
        background = new int[rows * columns];
        piece = new int[rows * columns];
        for (int k = 0; k < background.length; k++) background[k] = number(in);
        for (int k = 0; k < piece.length; k++) piece[k] = number(in);

        for (int k = nearest(); k >= 0; k = nearest()) serve(k);

        // Nothing to do: print nothing, not even an empty line.
        if (answer.length() > 0) System.out.println(answer);
    }
}
