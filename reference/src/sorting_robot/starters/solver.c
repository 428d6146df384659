/* Sorting robot: a starter that is always right, but rarely short.
 *
 * Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
 * backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
 * The robot starts at the top left with an empty hand. L R U D move it by one
 * cell, one step each; it must not leave the grid. S swaps hand and cell, free.
 * A cell whose piece equals its background (or that has neither) is black: it is
 * locked for ever, and S does nothing there.
 * Print, on one line, letters that make every cell black, in as few steps as you can.
 *
 * Hint: taking the nearest target now often means a long walk later. First decide
 * which piece goes to which cell so that the sum of the distances is small; each
 * step that the robot walks with an empty hand is one you may be able to save.
 */
#include <stdio.h>
#include <stdlib.h>

static int rows, columns, colours;
static int *background, *piece; /* cell (i, j) is at i * columns + j */

/* Reads a whole grid, or stops the program. */
static int *read_grid(void) {
    int size = rows * columns;
    int *grid = malloc((size_t)size * sizeof *grid);
    for (int k = 0; grid != NULL && k < size; k++)
        if (scanf("%d", &grid[k]) != 1) exit(1);
    if (grid == NULL) exit(1);
    return grid;
}

/* The nearest cell where the robot can do something useful, or -1 if there is
 * none. Scanning row by row and asking for "strictly nearer" makes ties go to
 * the topmost, then leftmost cell. */
static int nearest(int row, int column, int hand) {
    int best = -1, best_distance = 0;
    for (int k = 0; k < rows * columns; k++) {
        if (piece[k] == background[k]) continue; /* black */
        /* Empty-handed we want a piece, otherwise a place for ours. */
        if (hand < 0 ? piece[k] < 0 : background[k] != hand) continue;
        int distance = abs(k / columns - row) + abs(k % columns - column);
        if (best < 0 || distance < best_distance) {
            best = k;
            best_distance = distance;
        }
    }
    return best;
}

int main(void) {
    if (scanf("%d %d %d", &rows, &columns, &colours) != 3) return 1;
    background = read_grid();
    piece = read_grid();

    int row = 0, column = 0, hand = -1, k;
    int printed = 0;
    while ((k = nearest(row, column, hand)) >= 0) {
        /* Walk there, horizontally first. putchar is buffered, hence fast. */
        int to_row = k / columns, to_column = k % columns;
        for (; column < to_column; column++) putchar('R');
        for (; column > to_column; column--) putchar('L');
        for (; row < to_row; row++) putchar('D');
        for (; row > to_row; row--) putchar('U');

        putchar('S');
        int taken = piece[k];
        piece[k] = hand;
        hand = taken;
        printed = 1;
    }
    if (printed) putchar('\n'); /* nothing to do: print nothing at all */
    free(background);
    free(piece);
    return 0;
}
