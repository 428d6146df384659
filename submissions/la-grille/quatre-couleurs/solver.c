/* Descente : on part d'une grille toute jaune et on change une case a la fois
 * tant que le score monte. Puis on recommence d'un depart au hasard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX 100

static int t, p, v[MAX][MAX];
static char g[MAX][MAX], meilleur[MAX][MAX];
static const char couleurs[] = "JVNBO";

static int cellule(int i, int j) { return i >= 0 && j >= 0 && i < t && j < t; }

/* Le score complet, comme dans le sujet. C'est lent mais c'est sur. */
static long score(void) {
    long s = 0, noirs = 0, d = 0, pen = 0;
    int n = 0;
    static int lig[MAX], col[MAX], dia[2 * MAX], ant[2 * MAX];
    memset(lig, 0, sizeof lig);
    memset(col, 0, sizeof col);
    memset(dia, 0, sizeof dia);
    memset(ant, 0, sizeof ant);
    for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) {
            int voisins = 0;
            switch (g[i][j]) {
            case 'J':
                s += v[i][j];
                for (int a = -1; a <= 1; a++)
                    for (int b = -1; b <= 1; b++)
                        if ((a || b) && cellule(i + a, j + b) && g[i + a][j + b] == 'J') voisins++;
                if (voisins == 0) pen++;
                break;
            case 'V':
                s += v[i][j];
                if (i > 0) s += v[i - 1][j];
                if (j > 0) s += v[i][j - 1];
                if (i < t - 1) s += v[i + 1][j];
                if (j < t - 1) s += v[i][j + 1];
                /* chaque paire une seule fois : droite et dessous */
                if (j < t - 1 && g[i][j + 1] == 'V') pen++;
                for (int b = -1; b <= 1; b++)
                    if (cellule(i + 1, j + b) && g[i + 1][j + b] == 'V') pen++;
                break;
            case 'N':
                noirs += v[i][j] - 1;
                n++;
                break;
            case 'B':
                d += (v[i][j] < 0) - (v[i][j] > 0);
                break;
            case 'O':
                pen += lig[i]++ + col[j]++ + dia[i - j + MAX]++ + ant[i + j]++;
                break;
            case 'R':
                s -= v[i][j];
                break;
            }
        }
    if (n <= t) noirs *= 2;
    if (d > 0) pen += d;
    return s + noirs - p * pen;
}

static void affiche(long s) {
    for (int i = 0; i < t; i++) printf("%.*s\n", t, meilleur[i]);
    printf("%ld\n\n", s);
    fflush(stdout);
}

int main(void) {
    clock_t debut = clock();
    const char *env = getenv("JUDGE_TIME_MS");
    double limite = (env ? atof(env) : 60000) / 1000 * 0.8;
    if (scanf("%d %d", &t, &p) != 2 || t > MAX) return 1;
    int ri = 0, rj = 0;
    for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) {
            if (scanf("%d", &v[i][j]) != 1) return 1;
            if (v[i][j] < v[ri][rj]) ri = i, rj = j;
        }
    srand(42);
    long record = 0;
    int essais = 0;
    while ((double)(clock() - debut) / CLOCKS_PER_SEC < limite) {
        for (int i = 0; i < t; i++)
            for (int j = 0; j < t; j++) g[i][j] = essais ? couleurs[rand() % 5] : 'J';
        g[ri][rj] = 'R'; /* le rouge reste sur la plus petite valeur */
        long s = score();
        int mieux = 1;
        while (mieux) {
            mieux = 0;
            for (int k = 0; k < t * t; k++) {
                int i = k / t, j = k % t;
                if (g[i][j] == 'R') continue;
                for (int c = 0; c < 5; c++) {
                    char avant = g[i][j];
                    g[i][j] = couleurs[c];
                    long nouveau = score();
                    if (nouveau > s) {
                        s = nouveau;
                        mieux = 1;
                    } else
                        g[i][j] = avant;
                }
                if ((double)(clock() - debut) / CLOCKS_PER_SEC >= limite) mieux = 0, k = t * t;
            }
        }
        if (essais++ == 0 || s > record) {
            record = s;
            memcpy(meilleur, g, sizeof g);
            affiche(s);
        }
    }
    return 0;
}
