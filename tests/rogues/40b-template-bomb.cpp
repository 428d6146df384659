// Infinite template instantiation. (One that only takes time would run for the minute that builds may take.)
// expected: build-failed
template <long depth>
struct Bomb {
    static constexpr long value = Bomb<depth + 1>::value + Bomb<2 * depth + 1>::value;
};

int main() { return Bomb<1>::value != 0; }
