/* La Grille: a starter that is always right, but scores little.
 *
 * Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
 * t lines of t values. Put one pawn on each cell:
 *   J  scores its value; one penalty if none of its 8 neighbours is a J.
 *   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
 *      each pair of V that are neighbours, diagonals included.
 *   N  scores value - 1; doubled for every N when there are at most t of them.
 *   B  scores 0; count those on negative values minus those on positive values:
 *      if that is above 0, so many penalties.
 *   O  scores 0; one penalty for each pair on one row, column or diagonal.
 *   R  exactly one; scores the opposite of its value.
 * Print t lines of t letters, then your score on a line of its own.
 *
 * Hint: this starter uses no V. A V beside good cells scores them once more, and the
 * V itself can be a bad cell that is O, B or J here.
 */
#include <stdio.h>
#include <stdlib.h>

static int size;
static long long penalty, *value; /* cell (i, j) is at i * size + j */
static char *pawn;

/* Sorts cells by value, the worst first; equal ones stay in the order of the grid. */
static int by_value(const void *a, const void *b) {
    int i = *(const int *)a, j = *(const int *)b;
    if (value[i] != value[j]) return value[i] < value[j] ? -1 : 1;
    return i - j;
}

/* Is one of these cells on the row, the column or a diagonal of cell k? */
static int in_line(int k, const int *others, int count) {
    for (int i = 0; i < count; i++) {
        int rows = abs(k / size - others[i] / size), columns = abs(k % size - others[i] % size);
        if (rows == 0 || columns == 0 || rows == columns) return 1;
    }
    return 0;
}

/* Is none of the neighbours of cell k yellow? */
static int lonely(int k) {
    int row = k / size, column = k % size;
    for (int i = row - 1; i <= row + 1; i++)
        for (int j = column - 1; j <= column + 1; j++) {
            if (i < 0 || j < 0 || i >= size || j >= size) continue;
            if ((i != row || j != column) && pawn[i * size + j] == 'J') return 0;
        }
    return 1;
}

int main(void) {
    if (scanf("%d %lld", &size, &penalty) != 2) return 1;
    int cells = size * size;
    value = malloc((size_t)cells * sizeof *value);
    pawn = malloc((size_t)cells);
    int *order = malloc((size_t)cells * sizeof *order);
    int *oranges = malloc((size_t)size * sizeof *oranges);
    if (value == NULL || pawn == NULL || order == NULL || oranges == NULL) return 1;
    for (int k = 0; k < cells; k++) {
        if (scanf("%lld", &value[k]) != 1) return 1;
        pawn[k] = 'J';
        order[k] = k;
    }

    /* The worst cell is red, the best ones are black, the others yellow so far. */
    qsort(order, (size_t)cells, sizeof *order, by_value);
    pawn[order[0]] = 'R';
    for (int k = cells - 1, blacks = 0; k > 0 && blacks < size; k--, blacks++)
        if (value[order[k]] > 2) pawn[order[k]] = 'N';

    /* Bad cells, the worst first: orange where no other orange is in line. */
    int count = 0; /* one a row at most */
    for (int k = 0; k < cells; k++)
        if (value[order[k]] < 0 && pawn[order[k]] == 'J' && !in_line(order[k], oranges, count)) {
            pawn[order[k]] = 'O';
            oranges[count++] = order[k];
        }

    /* The other bad cells, the worst first: blue, each with the smallest good cell. */
    for (int bad = 0, good = 0; bad < cells; bad++) {
        if (value[order[bad]] >= 0 || pawn[order[bad]] != 'J') continue;
        while (good < cells && (value[order[good]] <= 0 || pawn[order[good]] != 'J')) good++;
        if (good == cells || value[order[bad]] + value[order[good]] >= 0) break;
        pawn[order[bad]] = pawn[order[good]] = 'B';
    }

    long long score = 0;
    for (int k = 0; k < cells; k++) {
        if (pawn[k] == 'R')
            score -= value[k];
        else if (pawn[k] == 'N')
            score += 2 * (value[k] - 1); /* there are at most t of them */
        else if (pawn[k] == 'J')
            score += value[k] - (lonely(k) ? penalty : 0);
    }

    for (int i = 0; i < size; i++) printf("%.*s\n", size, pawn + i * size);
    printf("%lld\n", score);
    free(value);
    free(pawn);
    free(order);
    free(oranges);
    return 0;
}
