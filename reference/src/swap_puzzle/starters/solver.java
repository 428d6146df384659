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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;

class Solver { // not public, so that the file may be called solver.java
    static int rows, columns, size;
    static int[] tile; // cell (i, j) is at i * columns + j; counting from 0, tile k belongs to cell k
    static final Set<Long> walls = new HashSet<>();
    static boolean[] done;

    static long wall(int a, int b) {
        return (long) Math.min(a, b) * size + Math.max(a, b);
    }

    static List<Integer> neighbours(int k) {
        List<Integer> list = new ArrayList<>();
        if (k >= columns) list.add(k - columns);
        if (k % columns > 0) list.add(k - 1);
        if ((k + 1) % columns > 0) list.add(k + 1);
        if (k + columns < size) list.add(k + columns);
        list.removeIf(other -> walls.contains(wall(k, other)));
        return list;
    }

    /** From each cell that can be reached, the next cell on a shortest way to the goal, around
     *  walls and around cells that are done. The cells are added to the order, nearest first. */
    static int[] search(int goal, List<Integer> order) {
        int[] step = new int[size];
        Arrays.fill(step, -1);
        step[goal] = goal;
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(goal));
        while (!queue.isEmpty()) {
            int k = queue.remove();
            order.add(k);
            for (int other : neighbours(k)) {
                if (step[other] >= 0 || done[other]) continue;
                step[other] = k;
                queue.add(other);
            }
        }
        return step;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        rows = in.nextInt();
        columns = in.nextInt();
        size = rows * columns;
        tile = new int[size];
        done = new boolean[size];
        for (int k = 0; k < size; k++) tile[k] = in.nextInt() - 1;
        while (in.hasNext()) {
            in.next(); // the word "wall"
            int a = in.nextInt() * columns + in.nextInt();
            int b = in.nextInt() * columns + in.nextInt();
            walls.add(wall(a, b));
        }

        // Fill the cell that is farthest from the first cell, then the next, and so on:
        // like this the cells that are left always hang together.
        StringBuilder answer = new StringBuilder();
        List<Integer> order = new ArrayList<>();
        search(0, order);
        for (int n = size - 1; n >= 0; n--) {
            int goal = order.get(n), k = 0;
            int[] step = search(goal, new ArrayList<>());
            while (tile[k] != goal) k++;
            while (k != goal) {
                int to = step[k];
                answer.append(k / columns).append(' ').append(k % columns).append(' ');
                answer.append(to / columns).append(' ').append(to % columns).append('\n');
                tile[k] = tile[to];
                tile[to] = goal;
                k = to;
            }
            done[goal] = true;
        }
        System.out.print(answer); // nothing to do: nothing is printed
    }
}
