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
// Hint: this starter uses no V. A V beside good cells scores them once more, and the
// V itself can be a bad cell that is O, B or J here.

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

// inLine tells whether one of these cells is on the row, the column or a diagonal of cell k.
func inLine(k int, others []int) bool {
	for _, o := range others {
		rows, columns := k/size-o/size, k%size-o%size
		if rows == 0 || columns == 0 || rows == columns || rows == -columns {
			return true
		}
	}
	return false
}

// score is only right without V, if O and B cost nothing as below.
func score() int {
	sum := 0
	for k, v := range value {
		switch {
		case pawn[k] == 'R':
			sum -= v
		case pawn[k] == 'N':
			sum += 2 * (v - 1) // there are at most t of them
		case pawn[k] == 'J' && lonely(k):
			sum += v - penalty
		case pawn[k] == 'J':
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

	// The worst cell is red, the best ones are black, the others yellow so far.
	sort.SliceStable(order, func(a, b int) bool { return value[order[a]] < value[order[b]] })
	pawn[order[0]] = 'R'
	for k, blacks := len(order)-1, 0; k > 0 && blacks < size; k, blacks = k-1, blacks+1 {
		if value[order[k]] > 2 {
			pawn[order[k]] = 'N'
		}
	}

	// Bad cells, the worst first: orange where no other orange is in line.
	var oranges []int
	for _, k := range order {
		if value[k] < 0 && pawn[k] == 'J' && !inLine(k, oranges) {
			pawn[k] = 'O'
			oranges = append(oranges, k)
		}
	}

	// The other bad cells, the worst first: blue, each with the smallest good cell.
	var bad, good []int
	for _, k := range order {
		if pawn[k] == 'J' && value[k] < 0 {
			bad = append(bad, k)
		} else if pawn[k] == 'J' && value[k] > 0 {
			good = append(good, k)
		}
	}
	for i := 0; i < len(bad) && i < len(good); i++ {
		if value[bad[i]]+value[good[i]] < 0 {
			pawn[bad[i]], pawn[good[i]] = 'B', 'B'
		}
	}

	for i := 0; i < size; i++ {
		fmt.Println(string(pawn[i*size : (i+1)*size]))
	}
	fmt.Println(score())
}
