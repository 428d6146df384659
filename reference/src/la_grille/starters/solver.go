// La Grille: a starter that is always right, but scores little.
//
// Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
// t lines of t values. Put one pawn on each cell:
//   J  scores its value; one penalty if none of its 8 neighbours is a J.
//   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
//      each pair of V that are neighbours, diagonals included.
//   N  scores value - 1; doubled for every N when there are at most t of them.
//   B  scores 0; count those on negative values minus those on positive values:
//      if that is above 0, so many penalties.
//   O  scores 0; one penalty for each pair on one row, column or diagonal.
//   R  exactly one; scores the opposite of its value.
// Print t lines of t letters, then your score on a line of its own.
//
// Hint: this starter uses only R, N and J. Bad cells need not be J: two of them can
// be V beside good cells, some can be O where no other O is in line, and many can
// be B when small positive cells are B too.

package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

var size, penalty int
var value []int // cell (i, j) is at i*size + j
var pawn []byte

// lonely tells whether none of the neighbours of cell k is yellow.
func lonely(k int) bool {
	row, column := k/size, k%size
	for i := row - 1; i <= row+1; i++ {
		for j := column - 1; j <= column+1; j++ {
			if i < 0 || j < 0 || i >= size || j >= size || i*size+j == k {
				continue
			}
			if pawn[i*size+j] == 'J' {
				return false
			}
		}
	}
	return true
}

// score is only right for the colours R, N and J.
func score() int {
	sum := 0
	for k, v := range value {
		switch {
		case pawn[k] == 'R':
			sum -= v
		case pawn[k] == 'N':
			sum += 2 * (v - 1) // there are at most t of them
		case lonely(k):
			sum += v - penalty
		default:
			sum += v
		}
	}
	return sum
}

func main() {
	in := bufio.NewReader(os.Stdin)
	fmt.Fscan(in, &size, &penalty)
	value, pawn = make([]int, size*size), make([]byte, size*size)
	order := make([]int, size*size)
	for k := range value {
		fmt.Fscan(in, &value[k])
		pawn[k] = 'J'
		order[k] = k
	}

	// The worst cell is red, the best ones are black, the others stay yellow.
	sort.SliceStable(order, func(a, b int) bool { return value[order[a]] < value[order[b]] })
	pawn[order[0]] = 'R'
	for k, blacks := len(order)-1, 0; k > 0 && blacks < size; k, blacks = k-1, blacks+1 {
		if value[order[k]] > 2 {
			pawn[order[k]] = 'N'
		}
	}

	for i := 0; i < size; i++ {
		fmt.Println(string(pawn[i*size : (i+1)*size]))
	}
	fmt.Println(score())
}
