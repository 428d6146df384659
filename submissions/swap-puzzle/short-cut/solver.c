/* Team short-cut: like row-by-row, but diagonally, with a mistake left in on purpose.
 *
 * THE IDEA
 * A tile that has to go left and up may do so in any order. We always take the
 * direction in which the tile that we push away likes to go, too. That saves many
 * swaps against "sideways first, then up".
 *
 * WHAT IS WRONG
 * The walls are not read. On grids without walls this does no harm, and these were the
 * only ones we tried.
 *
 * HOW THE JUDGE HELPS
 * The run is marked "rejected", and the message says which swap crosses a wall.
 *
 * HOW TO MEND IT
 * Read the lines "wall i1 j1 i2 j2" and look for a way around: a breadth-first search
 * over the cells that are not finished.
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX 300

static int m, n, grid[MAX][MAX];

/* Would the tile at (i, j) like to move by (di, dj)? */
static int likes(int i, int j, int di, int dj) {
    int home_i = (grid[i][j] - 1) / n, home_j = (grid[i][j] - 1) % n;
    return (home_i - i) * di > 0 || (home_j - j) * dj > 0;
}

static void swap(int i, int j, int to_i, int to_j) {
    printf("%d %d %d %d\n", i, j, to_i, to_j);
    int other = grid[to_i][to_j];
    grid[to_i][to_j] = grid[i][j];
    grid[i][j] = other;
}

int main(void) {
    if (scanf("%d %d", &m, &n) != 2 || m > MAX || n > MAX) return 1;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            if (scanf("%d", &grid[i][j]) != 1) return 1;

    for (int tile = 1; tile <= m * n; tile++) {
        int home_i = (tile - 1) / n, home_j = (tile - 1) % n;
        int i = home_i, j = home_j;
        while (grid[i][j] != tile) { /* it can only be further on */
            if (++j == n) {
                j = 0;
                i++;
            }
        }
        while (i != home_i || j != home_j) {
            int dj = home_j > j ? 1 : home_j < j ? -1 : 0;
            /* Up is safe when the cell above is not finished yet: below the row we
             * fill, or right of where we are in that row. */
            int may_go_up = i > home_i + 1 || (i == home_i + 1 && j >= home_j);
            if (dj == 0 || (may_go_up && likes(i - 1, j, 1, 0) && !likes(i, j + dj, 0, -dj))) {
                swap(i, j, i - 1, j);
                i--;
            } else {
                swap(i, j, i, j + dj);
                j += dj;
            }
        }
    }
    return 0;
}
