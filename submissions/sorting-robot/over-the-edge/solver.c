/* Team over-the-edge: the nearest rule, with a mistake left in on purpose.
 *
 * WHAT IS WRONG
 * find() looks for the nearest useful cell, but to save time only up to a certain
 * distance, "because there is always something near". If it finds nothing it returns
 * its starting value, the cell (rows, columns), which does not exist: it is one row
 * below and one column to the right of the last cell. The robot walks there all the
 * same and falls off the grid; main() looks only afterwards. There are two ways into it:
 *   1. Many colours, or the end of a game: the only cell left that wants our colour
 *      is in another corner of the grid.
 *   2. Cells without background: after a piece was put on an empty cell the hand
 *      holds nothing, -1, and we go on looking for "a cell with background -1". While
 *      there is a piece on such a cell this even works, by accident!
 * So it solves easy instances (small, few colours, every cell coloured), and its answers
 * are refused on many others.
 *
 * HOW THE JUDGE HELPS
 * The run is marked "rejected", and the message says which action left the grid. Print
 * the target of each walk to standard error, count the letters up to that action, and
 * you see a walk to row `rows`, column `columns`. From there it is a short way to find().
 *
 * HOW TO MEND IT
 * Search the whole grid, treat an empty hand (hand < 0) as its own case, and let find()
 * say "nothing found" in a way that the caller has to look at.
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX 1000

/* One row and one column more than needed, so that (rows, columns) can be read. */
static int background[MAX + 1][MAX + 1], piece[MAX + 1][MAX + 1];
static int rows, columns, colours;
static int x, y, hand = -1; /* row, column, what we hold */

/* Is cell (i, j) of any use? picking: we look for a piece, not for a place. */
static int useful(int i, int j, int picking) {
    if (piece[i][j] == background[i][j]) return 0; /* black */
    return picking ? piece[i][j] >= 0 : background[i][j] == hand;
}

static void find(int picking, int *row, int *column) {
    int nearest = (rows + columns) * 3 / 4; /* here is the mistake ... */
    *row = rows;
    *column = columns; /* ... and here */
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            int distance = abs(i - x) + abs(j - y);
            if (distance < nearest && useful(i, j, picking)) {
                nearest = distance;
                *row = i;
                *column = j;
            }
        }
}

static void walk_and_swap(int row, int column) {
    for (; y < column; y++) putchar('R');
    for (; y > column; y--) putchar('L');
    for (; x < row; x++) putchar('D');
    for (; x > row; x--) putchar('U');
    putchar('S');
    int taken = piece[row][column];
    piece[row][column] = hand;
    hand = taken;
}

static int all_black(void) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (piece[i][j] != background[i][j]) return 0;
    return 1;
}

static void read_grid(int grid[MAX + 1][MAX + 1]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            if (scanf("%d", &grid[i][j]) != 1) exit(1);
}

int main(void) {
    if (scanf("%d %d %d", &rows, &columns, &colours) != 3) return 1;
    if (rows > MAX || columns > MAX) {
        fprintf(stderr, "sorry, at most %d rows and columns\n", MAX);
        return 1;
    }
    read_grid(background);
    read_grid(piece);

    int started = 0, row = 0, column = 0;
    while (row < rows && !all_black()) {
        find(1, &row, &column); /* a piece to begin with */
        walk_and_swap(row, column);
        started = 1;
        int first_row = row, first_column = column;
        do { /* carry pieces around until we are back where we began */
            if (row == rows) break; /* nothing found; but we have walked already! */
            find(0, &row, &column);
            walk_and_swap(row, column);
        } while (row != first_row || column != first_column);
    }
    if (started) putchar('\n');
    return 0;
}
