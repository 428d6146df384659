// Picross: a starter that is always right, but slow where it has to guess.
//
// Told, on standard input: "h w" (rows, columns), then a line with the clue of each
// row, then one with the clue of each column. A clue is the lengths of the black
// runs of its line, in order; "0" alone means that the whole line is white.
// Print h lines of w characters, "#" for black and "." for white, so that every row
// and every column has exactly the runs of its clue. Any such grid is right.
//
// Hint: this program looks at all lines again and again, and it guesses the first
// unknown cell it meets. Look only at lines that have changed, and guess where the
// answer tells you most.

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const white, black, unknown = byte('.'), byte('#'), byte('?')

var h, w int
var rowClues, columnClues [][]int

// solveLine fills in what all ways to fill this line have in common. It is false if
// there is no way.
func solveLine(line []byte, clue []int) bool {
	n := len(line)
	canWhite, canBlack := make([]bool, n), make([]bool, n)
	type key struct{ block, start int }
	seen := map[key]bool{} // what we found out before
	mark := func(can []bool) {
		for i := range can {
			can[i] = true
		}
	}

	// Can the blocks from this one on stand at this cell or later?
	var place func(block, start int) bool
	place = func(block, start int) bool {
		if found, known := seen[key{block, start}]; known {
			return found
		}
		found := false
		if block == len(clue) {
			found = bytes.IndexByte(line[start:], black) < 0
			if found {
				mark(canWhite[start:])
			}
		} else {
			for first := start; first+clue[block] <= n; first++ {
				if first > start && line[first-1] == black {
					break // we must not jump over a black cell
				}
				end := first + clue[block]
				next := end // where the next block may start
				if end < n {
					next++
				}
				if bytes.IndexByte(line[first:end], white) >= 0 || bytes.IndexByte(line[end:next], black) >= 0 {
					continue
				}
				if place(block+1, next) {
					found = true
					mark(canWhite[start:first])
					mark(canBlack[first:end])
					mark(canWhite[end:next])
				}
			}
		}
		seen[key{block, start}] = found
		return found
	}

	if !place(0, 0) {
		return false
	}
	for i := range line {
		if !canBlack[i] {
			line[i] = white
		} else if !canWhite[i] {
			line[i] = black
		}
	}
	return true
}

// deduce fills in what is certain. It is false if some line has no way left.
func deduce(grid [][]byte) bool {
	for {
		before := clone(grid)
		for i := range grid {
			if !solveLine(grid[i], rowClues[i]) {
				return false
			}
		}
		column := make([]byte, h)
		for j := range columnClues {
			for i := range grid {
				column[i] = grid[i][j]
			}
			if !solveLine(column, columnClues[j]) {
				return false
			}
			for i := range grid {
				grid[i][j] = column[i]
			}
		}
		if bytes.Equal(bytes.Join(grid, nil), bytes.Join(before, nil)) {
			return true
		}
	}
}

func clone(grid [][]byte) [][]byte {
	copied := make([][]byte, h)
	for i := range grid {
		copied[i] = append([]byte(nil), grid[i]...)
	}
	return copied
}

// solve returns a full grid, or nil if there is none.
func solve(grid [][]byte) [][]byte {
	if !deduce(grid) {
		return nil
	}
	for i := range grid {
		j := bytes.IndexByte(grid[i], unknown)
		if j < 0 {
			continue
		}
		for _, guess := range []byte{black, white} {
			copied := clone(grid)
			copied[i][j] = guess
			if solution := solve(copied); solution != nil {
				return solution
			}
		}
		return nil
	}
	return grid
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	readLine := func() (numbers []int) {
		in.Scan()
		for _, word := range strings.Fields(in.Text()) {
			if number, _ := strconv.Atoi(word); number > 0 {
				numbers = append(numbers, number)
			}
		}
		return numbers
	}
	sizes := readLine()
	h, w = sizes[0], sizes[1]
	for i := 0; i < h; i++ {
		rowClues = append(rowClues, readLine())
	}
	for j := 0; j < w; j++ {
		columnClues = append(columnClues, readLine())
	}

	grid := make([][]byte, h)
	for i := range grid {
		grid[i] = []byte(strings.Repeat(string(unknown), w))
	}
	for _, row := range solve(grid) {
		fmt.Println(string(row))
	}
}
