/* Swap puzzle: a starter that is always right, but rarely short.
 *
 * Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
 * tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
 * allowed between these two cells. Rows and columns count from 0.
 * A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
 * be in the first cell, tile 2 in the next, and so on, row by row.
 * Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
 *
 * Hint: here a swap serves one tile only, and often takes another one farther away.
 * A good swap brings both tiles nearer to their places. Half the sum of all distances
 * is a limit that no answer can beat; how near to it can you come?
 */
#include <stdio.h>
#include <stdlib.h>

static int rows, columns, size;
static int *tile; /* cell (i, j) is at i * columns + j; counting from 0, tile k belongs to cell k */
static char *wall_right, *wall_below, *done;
static int *step, *queue; /* what search() found */

static void *array(size_t element) {
    void *memory = calloc((size_t)size, element);
    if (memory == NULL) exit(1);
    return memory;
}

/* The neighbour of a cell in one of four directions, or -1 if there is none. */
static int neighbour(int k, int direction) {
    switch (direction) {
        case 0: return k >= columns && !wall_below[k - columns] ? k - columns : -1;
        case 1: return k % columns > 0 && !wall_right[k - 1] ? k - 1 : -1;
        case 2: return (k + 1) % columns > 0 && !wall_right[k] ? k + 1 : -1;
        default: return k + columns < size && !wall_below[k] ? k + columns : -1;
    }
}

/* Finds, from each cell that can be reached, the next cell on a shortest way to the
 * goal, around walls and around cells that are done. Returns how many cells these
 * are; they are left in the queue, the nearest first. */
static int search(int goal) {
    for (int k = 0; k < size; k++) step[k] = -1;
    int length = 0;
    queue[length++] = goal;
    step[goal] = goal;
    for (int head = 0; head < length; head++)
        for (int direction = 0; direction < 4; direction++) {
            int other = neighbour(queue[head], direction);
            if (other < 0 || done[other] || step[other] >= 0) continue;
            step[other] = queue[head];
            queue[length++] = other;
        }
    return length;
}

int main(void) {
    if (scanf("%d %d", &rows, &columns) != 2) return 1;
    size = rows * columns;
    tile = array(sizeof *tile);
    wall_right = array(1), wall_below = array(1), done = array(1);
    step = array(sizeof *step), queue = array(sizeof *queue);
    for (int k = 0; k < size; k++) {
        if (scanf("%d", &tile[k]) != 1) return 1;
        tile[k]--;
    }
    int i1, j1, i2, j2;
    while (scanf(" wall %d %d %d %d", &i1, &j1, &i2, &j2) == 4) {
        int a = i1 * columns + j1, b = i2 * columns + j2;
        (i1 == i2 ? wall_right : wall_below)[a < b ? a : b] = 1;
    }

    /* Fill the cell that is farthest from the first cell, then the next, and so on:
     * like this the cells that are left always hang together. */
    int *order = array(sizeof *order);
    search(0);
    for (int k = 0; k < size; k++) order[k] = queue[size - 1 - k];
    for (int n = 0; n < size; n++) {
        int goal = order[n], k = 0;
        search(goal);
        while (tile[k] != goal) k++;
        while (k != goal) { /* nothing to do: print nothing at all */
            int to = step[k];
            printf("%d %d %d %d\n", k / columns, k % columns, to / columns, to % columns);
            tile[k] = tile[to];
            tile[to] = goal;
            k = to;
        }
        done[goal] = 1;
    }
    return 0;
}
