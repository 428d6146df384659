// La Grille: a starter that is always right, but scores little.
//
// Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
// t lines of t values. Put one pawn on each cell:
//   J  scores its value; one penalty if none of its 8 neighbours is a J.
//   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
//      each pair of V that are neighbours, diagonals included.
//   N  scores value - 1; doubled for every N when there are at most t of them.
//   B  scores 0; count those on negative values minus those on positive values:
//      if that is above 0, so many penalties.
//   O  scores 0; one penalty for each pair on one row, column or diagonal.
//   R  exactly one; scores the opposite of its value.
// Print t lines of t letters, then your score on a line of its own.
//
// Hint: this starter uses no V. A V beside good cells scores them once more, and the
// V itself can be a bad cell that is O, B or J here.

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class Solver { // not public, so that the file may be called solver.java
    static int size;
    static long penalty;
    static long[] value; // cell (i, j) is at i * size + j
    static char[] pawn;

    static long number(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (long) in.nval;
    }

    /** Is none of the neighbours of cell k yellow? */
    static boolean lonely(int k) {
        int row = k / size, column = k % size;
        for (int i = Math.max(row - 1, 0); i < Math.min(row + 2, size); i++)
            for (int j = Math.max(column - 1, 0); j < Math.min(column + 2, size); j++)
                if (i * size + j != k && pawn[i * size + j] == 'J') return false;
        return true;
    }

    /** Is one of these cells on the row, the column or a diagonal of cell k? */
    static boolean inLine(int k, List<Integer> others) {
        for (int o : others) {
            int rows = Math.abs(k / size - o / size), columns = Math.abs(k % size - o % size);
            if (rows == 0 || columns == 0 || rows == columns) return true;
        }
        return false;
    }

    /** Only right without V, if O and B cost nothing as below. */
    static long score() {
        long sum = 0;
        for (int k = 0; k < value.length; k++) {
            if (pawn[k] == 'R') sum -= value[k];
            else if (pawn[k] == 'N') sum += 2 * (value[k] - 1); // at most t of them
            else if (pawn[k] == 'J') sum += value[k] - (lonely(k) ? penalty : 0);
        }
        return sum;
    }

    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new InputStreamReader(System.in));
        size = (int) number(in);
        penalty = number(in);
        value = new long[size * size];
        pawn = new char[size * size];
        Arrays.fill(pawn, 'J');
        Integer[] order = new Integer[size * size];
        for (int k = 0; k < value.length; k++) {
            value[k] = number(in);
            order[k] = k;
        }

        // The worst cell is red, the best ones are black, the others yellow so far.
        Arrays.sort(order, (a, b) -> Long.compare(value[a], value[b]));
        pawn[order[0]] = 'R';
        for (int k = order.length - 1, blacks = 0; k > 0 && blacks < size; k--, blacks++)
            if (value[order[k]] > 2) pawn[order[k]] = 'N';

        // Bad cells, the worst first: orange where no other orange is in line.
        List<Integer> oranges = new ArrayList<>();
        for (int k : order)
            if (value[k] < 0 && pawn[k] == 'J' && !inLine(k, oranges)) {
                pawn[k] = 'O';
                oranges.add(k);
            }

        // The other bad cells, the worst first: blue, each with the smallest good cell.
        List<Integer> bad = new ArrayList<>(), good = new ArrayList<>();
        for (int k : order) {
            if (pawn[k] == 'J' && value[k] < 0) bad.add(k);
            if (pawn[k] == 'J' && value[k] > 0) good.add(k);
        }
        for (int i = 0; i < Math.min(bad.size(), good.size()); i++)
            if (value[bad.get(i)] + value[good.get(i)] < 0)
                pawn[bad.get(i)] = pawn[good.get(i)] = 'B';

        StringBuilder answer = new StringBuilder();
        for (int i = 0; i < size; i++) answer.append(pawn, i * size, size).append('\n');
        System.out.print(answer.append(score()).append('\n'));
    }
}
