/* Picross: a starter that is always right, but slow where it has to guess.
 *
 * Told, on standard input: "h w" (rows, columns), then a line with the clue of each
 * row, then one with the clue of each column. A clue is the lengths of the black
 * runs of its line, in order; "0" alone means that the whole line is white.
 * Print h lines of w characters, "#" for black and "." for white, so that every row
 * and every column has exactly the runs of its clue. Any such grid is right.
 *
 * Hint: this program looks at all lines again and again, and it guesses the first
 * unknown cell it meets. Look only at lines that have changed, and guess where the
 * answer tells you most.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHITE, BLACK, UNKNOWN };

static int h, w, longest; /* longest: of h and w */
static int **clue;        /* of the rows, then of the columns; each ends with a 0 */

/* The line that is being looked at: its cells, its clue, and what we found out. */
static char *line, *can_white, *can_black;
static signed char *seen; /* per block and start: -1 is nothing yet */
static int n, *runs;

static void *make(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) exit(1);
    return memory;
}

static int has(char cell, int from, int to) {
    return memchr(line + from, cell, (size_t)(to - from)) != NULL;
}

/* Can the blocks from this one on stand at this cell or later? */
static int place(int block, int start) {
    signed char *known = &seen[block * (longest + 1) + start];
    if (*known >= 0) return *known;
    int found = 0;
    if (runs[block] == 0) {
        found = !has(BLACK, start, n);
        if (found) memset(can_white + start, 1, (size_t)(n - start));
    } else {
        for (int first = start; first + runs[block] <= n; first++) {
            if (first > start && line[first - 1] == BLACK) break; /* no jump over a black cell */
            int end = first + runs[block], next = end < n ? end + 1 : n;
            if (has(WHITE, first, end) || (end < n && line[end] == BLACK)) continue;
            if (!place(block + 1, next)) continue;
            found = 1;
            memset(can_white + start, 1, (size_t)(first - start));
            memset(can_black + first, 1, (size_t)(end - first));
            memset(can_white + end, 1, (size_t)(next - end));
        }
    }
    return *known = (signed char)found;
}

/* Fills in what is certain on a line whose cells are `step` apart. Returns -1 if
 * there is no way to fill it, 1 if something is new, and 0 otherwise. */
static int solve_line(char *cells, int step, int length, int *its_clue) {
    n = length;
    runs = its_clue;
    for (int i = 0; i < n; i++) line[i] = cells[i * step];
    memset(can_white, 0, (size_t)longest);
    memset(can_black, 0, (size_t)longest);
    memset(seen, -1, (size_t)(n + 2) * (size_t)(longest + 1));
    if (!place(0, 0)) return -1;
    int changed = 0;
    for (int i = 0; i < n; i++) {
        if (line[i] != UNKNOWN || (can_white[i] && can_black[i])) continue;
        cells[i * step] = can_black[i] ? BLACK : WHITE;
        changed = 1;
    }
    return changed;
}

/* Fills in what is certain; 0 if some line has no way left. */
static int deduce(char *grid) {
    int changed = 1;
    while (changed) {
        changed = 0;
        for (int k = 0; k < h + w; k++) {
            int result = k < h ? solve_line(grid + k * w, 1, w, clue[k])
                               : solve_line(grid + k - h, w, h, clue[k]);
            if (result < 0) return 0;
            if (result > 0) changed = 1;
        }
    }
    return 1;
}

/* Fills the grid; 0 if there is no way. */
static int solve(char *grid) {
    if (!deduce(grid)) return 0;
    size_t size = (size_t)h * (size_t)w;
    char *unknown = memchr(grid, UNKNOWN, size);
    if (unknown == NULL) return 1;
    char *copy = make(size, 1);
    memcpy(copy, grid, size);
    *unknown = BLACK;
    int solved = solve(grid);
    if (!solved) {
        memcpy(grid, copy, size);
        *unknown = WHITE;
        solved = solve(grid);
    }
    free(copy);
    return solved;
}

int main(void) {
    if (scanf("%d %d ", &h, &w) != 2) return 1;
    longest = h > w ? h : w;
    clue = make((size_t)(h + w), sizeof *clue);
    size_t room = (size_t)longest * 12 + 100;
    char *text = make(room, 1);
    for (int k = 0; k < h + w; k++) {
        if (fgets(text, (int)room, stdin) == NULL) return 1;
        clue[k] = make((size_t)longest + 2, sizeof **clue);
        int blocks = 0;
        for (char *word = strtok(text, " \r\n"); word != NULL; word = strtok(NULL, " \r\n"))
            clue[k][blocks++] = atoi(word); /* the 0 of an empty clue ends it at once */
    }
    line = make((size_t)longest, 1);
    can_white = make((size_t)longest, 1);
    can_black = make((size_t)longest, 1);
    seen = make((size_t)(longest + 2) * (size_t)(longest + 1), 1);

    char *grid = make((size_t)h * (size_t)w, 1);
    memset(grid, UNKNOWN, (size_t)h * (size_t)w);
    if (!solve(grid)) return 1;
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++) putchar(grid[i * w + j] == BLACK ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
