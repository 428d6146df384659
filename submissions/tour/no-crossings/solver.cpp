// Team no-crossings: untangle, shake a little, untangle again.
//
// 1. Start by going to the nearest city, again and again.
// 2. Untangle (Lin-Kernighan). Take a leg a-b away: what is left is a path from b to a.
//    Connect b with a city c nearby, and take away the leg from c to the city d before it:
//    that is a path again, from d to a. Go on from d, up to 30 times, as long as what we
//    have taken away is longer than what we have put in. Any of these paths makes a tour if
//    we close it; we keep the best one, and if none is shorter we put everything back.
// 3. Shake: exchange two short pieces of the tour that follow each other (a "double
//    bridge", which step 2 does not easily undo), and untangle around them. If the tour is
//    longer than before, put everything back.
//
// Step 3 is fast because only a few cities are looked at again. Better tours are printed
// from time to time, each followed by an empty line.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace std;

const int DEPTH = 30, NEIGHBOURS = 8, PIECE = 30;

int n;
vector<long long> x, y;
vector<vector<int>> near_;
vector<int> tour, place;         // place[c]: where city c is in the tour
vector<pair<int, int>> changes;  // what to put back: a place, and the city that was there
vector<int> waiting;             // cities to look at
vector<char> is_waiting;

// In hundredths, as the task says.
long long dist(int a, int b) {
    long long dx = x[a] - x[b], dy = y[a] - y[b];
    return llround(100 * sqrt(double(dx * dx + dy * dy)));
}

int after(int c) { return tour[place[c] + 1 == n ? 0 : place[c] + 1]; }
int before(int c) { return tour[place[c] == 0 ? n - 1 : place[c] - 1]; }

void put(int i, int c) {
    changes.push_back({i, tour[i]});
    tour[i] = c;
    place[c] = i;
}

void put_back(size_t mark) {
    for (; changes.size() > mark; changes.pop_back()) {
        auto [i, c] = changes.back();
        tour[i] = c;
        place[c] = i;
    }
}

void look_at(int c) {
    if (!is_waiting[c]) {
        is_waiting[c] = 1;
        waiting.push_back(c);
    }
}

// Turns round the part of the tour from city a to city b; or the rest, if that is shorter,
// which gives the same tour in the other direction.
void turn(int a, int b) {
    int i = place[a], j = place[b], count = (j - i + n) % n + 1;
    if (2 * count > n) {
        count = n - count;
        swap(i, j);
        i = (i + 1) % n;
        j = (j - 1 + n) % n;
    }
    for (int k = 0; k < count / 2; k++) {
        int c = tour[i], d = tour[j];
        put(i, d);
        put(j, c);
        i = i + 1 == n ? 0 : i + 1;
        j = j == 0 ? n - 1 : j - 1;
    }
}

// Step 2 for the two legs at city a. Returns how much shorter the tour has become.
long long untangle(int a) {
    for (int side = 0; side < 2; side++) {
        for (int first : near_[side ? before(a) : after(a)]) {
            size_t start = changes.size(), best_mark = start;
            int b = side ? before(a) : after(a);
            long long gain = dist(a, b), best = 0;
            vector<pair<int, int>> added;
            vector<int> touched{a, b};
            size_t best_touched = 0;
            for (int depth = 0; depth < DEPTH; depth++) {
                bool forward = after(a) == b;
                // The next c and d: those with the best difference of the two legs.
                int c = -1, d = -1;
                long long best_next = 0;
                for (int city : near_[b]) {
                    if (depth == 0 && city != first) continue;
                    if (gain - dist(b, city) <= 0) break;
                    int other = forward ? before(city) : after(city);
                    if (city == a || other == b) continue;
                    bool is_new = false;  // never take away what we have put in
                    for (auto [u, v] : added)
                        is_new |= (u == city && v == other) || (v == city && u == other);
                    long long next = gain - dist(b, city) + dist(city, other);
                    if (!is_new && next > best_next) {
                        best_next = next;
                        c = city;
                        d = other;
                    }
                }
                if (c < 0) break;
                if (forward) turn(b, d);
                else turn(d, b);
                added.push_back({b, c});
                touched.push_back(c);
                touched.push_back(d);
                gain = best_next;
                b = d;
                if (gain - dist(b, a) > best) {
                    best = gain - dist(b, a);
                    best_mark = changes.size();
                    best_touched = touched.size();
                }
            }
            put_back(best_mark);
            if (best > 0) {
                for (size_t k = 0; k < best_touched; k++) look_at(touched[k]);
                return best;
            }
            put_back(start);
        }
    }
    return 0;
}

long long untangle_waiting() {
    long long gain = 0;
    while (!waiting.empty()) {
        int c = waiting.back();
        waiting.pop_back();
        is_waiting[c] = 0;
        while (long long more = untangle(c)) gain += more;
    }
    return gain;
}

void print() {
    string text;
    for (int c : tour) text += to_string(c) + ' ';
    text.back() = '\n';
    text += '\n';
    fwrite(text.data(), 1, text.size(), stdout);
    fflush(stdout);
}

int main() {
    if (scanf("%d", &n) != 1) return 1;
    x.resize(n);
    y.resize(n);
    for (int i = 0; i < n; i++)
        if (scanf("%lld %lld", &x[i], &y[i]) != 2) return 1;
    const char* limit = getenv("JUDGE_TIME_MS");
    const char* seed = getenv("JUDGE_SEED");
    double seconds = (limit ? atof(limit) : 1000) / 1000 * 0.85;
    mt19937_64 rng(seed ? strtoull(seed, nullptr, 10) : 1);
    auto below = [&](int k) { return int(rng() % k); };
    auto now = [] { return double(clock()) / CLOCKS_PER_SEC; };

    // Step 1.
    place.resize(n);
    is_waiting.assign(n, 0);
    tour.resize(n);
    iota(tour.begin(), tour.end(), 0);
    for (int i = 1; i < n; i++) {
        int best = i;
        for (int j = i + 1; j < n; j++)
            if (dist(tour[i - 1], tour[j]) < dist(tour[i - 1], tour[best])) best = j;
        swap(tour[i], tour[best]);
    }
    for (int i = 0; i < n; i++) place[tour[i]] = i;
    print();
    if (n < 5) {
        // Too small for the steps below, so just try the other orders.
        vector<int> order(n), best = tour;
        iota(order.begin(), order.end(), 0);
        auto length = [&](const vector<int>& t) {
            long long sum = 0;
            for (int i = 0; i < n; i++) sum += dist(t[i], t[(i + 1) % n]);
            return sum;
        };
        do
            if (length(order) < length(best)) best = order;
        while (next_permutation(order.begin(), order.end()));
        tour = best;
        print();
        return 0;
    }

    near_.resize(n);
    for (int i = 0; i < n; i++) {
        vector<pair<long long, int>> others;
        for (int j = 0; j < n; j++)
            if (j != i) others.push_back({dist(i, j), j});
        int k = min(NEIGHBOURS, n - 1);
        partial_sort(others.begin(), others.begin() + k, others.end());
        for (int j = 0; j < k; j++) near_[i].push_back(others[j].second);
    }

    // Step 2.
    for (int i = 0; i < n; i++) look_at(i);
    untangle_waiting();
    changes.clear();
    print();
    if (n < 8) return 0;

    // Step 3.
    double printed = now();
    bool news = false;
    for (long long round = 0; round % 16 || now() < seconds; round++) {
        int p = min(PIECE, (n - 2) / 2);
        int one = 1 + below(p), two = 1 + below(p), i = below(n);
        vector<int> pieces;
        for (int k = 0; k < one + two; k++) pieces.push_back(tour[(i + 1 + k) % n]);
        int a = tour[i], b = pieces[0], c = pieces[one - 1], d = pieces[one], e = pieces.back();
        int f = tour[(i + 1 + one + two) % n];
        long long gain = dist(a, b) + dist(c, d) + dist(e, f) - dist(a, d) - dist(e, b) - dist(c, f);
        rotate(pieces.begin(), pieces.begin() + one, pieces.end());
        for (int k = 0; k < one + two; k++) put((i + 1 + k) % n, pieces[k]);
        for (int city : {a, b, c, d, e, f}) look_at(city);
        gain += untangle_waiting();
        if (gain < 0) {
            put_back(0);
            continue;
        }
        changes.clear();
        news |= gain > 0;
        if (news && now() > printed + 0.05) {
            print();
            printed = now();
            news = false;
        }
    }
    if (news) print();
}
