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
 * Hint: this starter uses only R, N and J. Bad cells need not be J: two of them can
 * be V beside good cells, some can be O where no other O is in line, and many can
 * be B when small positive cells are B too.
 */
#include <stdio.h>
#include <stdlib.h>

static int size;
static long long penalty, *value; /* cell (i, j) is at i * size + j */
static char *pawn;

/* Sorts cells by value, the worst first. */
static int by_value(const void *a, const void *b) {
    long long x = value[*(const int *)a], y = value[*(const int *)b];
    return (x > y) - (x < y);
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
    if (value == NULL || pawn == NULL || order == NULL) return 1;
    for (int k = 0; k < cells; k++) {
        if (scanf("%lld", &value[k]) != 1) return 1;
        pawn[k] = 'J';
        order[k] = k;
    }

    /* The worst cell is red, the best ones are black, the others stay yellow. */
    qsort(order, (size_t)cells, sizeof *order, by_value);
    pawn[order[0]] = 'R';
    for (int k = cells - 1, blacks = 0; k > 0 && blacks < size; k--, blacks++)
        if (value[order[k]] > 2) pawn[order[k]] = 'N';

    long long score = 0;
    for (int k = 0; k < cells; k++) {
        if (pawn[k] == 'R')
            score -= value[k];
        else if (pawn[k] == 'N')
            score += 2 * (value[k] - 1); /* there are at most t of them */
        else
            score += value[k] - (lonely(k) ? penalty : 0);
    }

    for (int i = 0; i < size; i++) printf("%.*s\n", size, pawn + i * size);
    printf("%lld\n", score);
    free(value);
    free(pawn);
    free(order);
    return 0;
}
