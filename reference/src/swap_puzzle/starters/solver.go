// Swap puzzle: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
// tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
// allowed between these two cells. Rows and columns count from 0.
// A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
// be in the first cell, tile 2 in the next, and so on, row by row.
// Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
//
// Hint: here a swap serves one tile only, and often takes another one farther away.
// A good swap brings both tiles nearer to their places. Half the sum of all distances
// is a limit that no answer can beat; how near to it can you come?

package main

import (
	"bufio"
	"fmt"
	"os"
)

var rows, columns, size int
var tile []int                // cell (i, j) is at i*columns + j; counting from 0, tile k belongs to cell k
var walls = map[[2]int]bool{} // both ways round
var done []bool

// neighbours lists the cells that may trade tiles with cell k.
func neighbours(k int) []int {
	var list []int
	add := func(inside bool, other int) {
		if inside && !walls[[2]int{k, other}] {
			list = append(list, other)
		}
	}
	add(k >= columns, k-columns)
	add(k%columns > 0, k-1)
	add((k+1)%columns > 0, k+1)
	add(k+columns < size, k+columns)
	return list
}

// search finds, from each cell that can be reached, the next cell on a shortest way to
// the goal, around walls and around cells that are done; -1 elsewhere. The second list
// has the cells that were reached, the nearest first.
func search(goal int) ([]int, []int) {
	step := make([]int, size)
	for k := range step {
		step[k] = -1
	}
	step[goal] = goal
	queue := []int{goal}
	for head := 0; head < len(queue); head++ {
		for _, other := range neighbours(queue[head]) {
			if step[other] < 0 && !done[other] {
				step[other] = queue[head]
				queue = append(queue, other)
			}
		}
	}
	return step, queue
}

func main() {
	in := bufio.NewReader(os.Stdin)
	fmt.Fscan(in, &rows, &columns)
	size = rows * columns
	tile, done = make([]int, size), make([]bool, size)
	for k := range tile {
		fmt.Fscan(in, &tile[k])
		tile[k]--
	}
	for {
		var word string
		var i1, j1, i2, j2 int
		if n, _ := fmt.Fscan(in, &word, &i1, &j1, &i2, &j2); n < 5 {
			break
		}
		a, b := i1*columns+j1, i2*columns+j2
		walls[[2]int{a, b}], walls[[2]int{b, a}] = true, true
	}

	// Fill the cell that is farthest from the first cell, then the next, and so on:
	// like this the cells that are left always hang together.
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	_, order := search(0)
	for n := size - 1; n >= 0; n-- {
		goal, k := order[n], 0
		step, _ := search(goal)
		for tile[k] != goal {
			k++
		}
		for k != goal { // nothing to do: print nothing at all
			to := step[k]
			fmt.Fprintln(out, k/columns, k%columns, to/columns, to%columns)
			tile[k], tile[to] = tile[to], tile[k]
			k = to
		}
		done[goal] = true
	}
}
