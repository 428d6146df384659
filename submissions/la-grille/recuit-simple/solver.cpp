// Simulated annealing; the score of a change is computed from the cells it touches.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>
using namespace std;

int t;
long long p;
vector<vector<int>> v;
vector<string> g;
vector<int> row_o, col_o, diag_o, anti_o;
int blacks = 0, balance = 0; // balance: blues on negative minus blues on positive

bool inside(int i, int j) { return i >= 0 && j >= 0 && i < t && j < t; }

int count_near(int i, int j, char c) {
    int n = 0;
    for (int a = -1; a <= 1; a++)
        for (int b = -1; b <= 1; b++)
            if ((a || b) && inside(i + a, j + b) && g[i + a][j + b] == c) n++;
    return n;
}

long long cross(int i, int j) {
    long long s = v[i][j];
    if (i > 0) s += v[i - 1][j];
    if (j > 0) s += v[i][j - 1];
    if (i + 1 < t) s += v[i + 1][j];
    if (j + 1 < t) s += v[i][j + 1];
    return s;
}

// What this pawn brings, and takes from its neighbours. We always keep at most t blacks.
long long worth(int i, int j) {
    switch (g[i][j]) {
    case 'J': {
        long long s = v[i][j];
        if (count_near(i, j, 'J') == 0) s -= p;
        else
            for (int a = -1; a <= 1; a++)
                for (int b = -1; b <= 1; b++)
                    if ((a || b) && inside(i + a, j + b) && g[i + a][j + b] == 'J' &&
                        count_near(i + a, j + b, 'J') == 1)
                        s += p; // it would be alone without us
        return s;
    }
    case 'V': return cross(i, j) - p * count_near(i, j, 'V');
    case 'N': return 2 * (v[i][j] - 1);
    case 'O':
        return -p * (row_o[i] + col_o[j] + diag_o[i - j + t] + anti_o[i + j] - 4);
    case 'R': return -v[i][j];
    }
    return 0;
}

void put(int i, int j, char c) {
    auto change = [&](char pawn, int one) {
        if (pawn == 'O') row_o[i] += one, col_o[j] += one, diag_o[i - j + t] += one, anti_o[i + j] += one;
        if (pawn == 'N') blacks += one;
        if (pawn == 'B') balance += one * ((v[i][j] < 0) - (v[i][j] > 0));
    };
    change(g[i][j], -1);
    g[i][j] = c;
    change(c, 1);
}

// Recolours a cell and says by how much the score rises.
long long recolour(int i, int j, char c) {
    long long before = worth(i, j) - p * max(balance, 0);
    put(i, j, c);
    return worth(i, j) - p * max(balance, 0) - before;
}

int main() {
    auto start = chrono::steady_clock::now();
    const char* limit = getenv("JUDGE_TIME_MS");
    double seconds = (limit ? atof(limit) : 60000.0) / 1000 * 0.75;
    if (!(cin >> t >> p)) return 1;
    v.assign(t, vector<int>(t));
    double mean = 0;
    int red_i = 0, red_j = 0;
    for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) {
            cin >> v[i][j];
            mean += abs(v[i][j]);
            if (v[i][j] < v[red_i][red_j]) red_i = i, red_j = j;
        }
    mean = max(mean / (t * t), 0.5);
    row_o.assign(t, 0), col_o.assign(t, 0), diag_o.assign(2 * t, 0), anti_o.assign(2 * t, 0);

    g.assign(t, string(t, 'B'));
    for (int i = 0; i < t; i++)
        for (int j = 0; j < t; j++) balance += (v[i][j] < 0) - (v[i][j] > 0);
    put(red_i, red_j, 'R');
    long long score = -v[red_i][red_j] - p * max(balance, 0), best = score;
    vector<string> best_grid = g;

    mt19937 random(2027);
    uniform_real_distribution<double> unit(0, 1);
    double progress = 0;
    for (long long step = 0; progress < 1; step++) {
        if (step % 256 == 0)
            progress = chrono::duration<double>(chrono::steady_clock::now() - start).count() / seconds;
        double temperature = mean * 0.6 * pow(0.04, progress);
        int i = random() % t, j = random() % t;
        char old = g[i][j], c = "JVNBO"[random() % 5];
        if (old == 'R' || c == old) continue;
        if (c == 'N' && blacks >= t) { // full: exchange with some black
            int a = random() % t, b = random() % t;
            if (g[a][b] != 'N') continue;
            long long delta = recolour(a, b, old);
            delta += recolour(i, j, 'N');
            if (delta >= 0 || unit(random) < exp(delta / temperature)) score += delta;
            else put(i, j, old), put(a, b, 'N');
        } else {
            long long delta = recolour(i, j, c);
            if (delta >= 0 || unit(random) < exp(delta / temperature)) score += delta;
            else put(i, j, old);
        }
        if (score > best) {
            best = score;
            best_grid = g;
        }
    }
    for (const string& line : best_grid) cout << line << '\n';
    cout << best << '\n';
}
