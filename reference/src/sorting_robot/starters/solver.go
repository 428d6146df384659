// Sorting robot: a starter that is always right, but rarely short.
//
// Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
// backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
// The robot starts at the top left with an empty hand. L R U D move it by one
// cell, one step each; it must not leave the grid. S swaps hand and cell, free.
// A cell whose piece equals its background (or that has neither) is black: it is
// locked for ever, and S does nothing there.
// Print, on one line, letters that make every cell black, in as few steps as you can.
//
// Hint: taking the nearest target now often means a long walk later. First decide
// which piece goes to which cell so that the sum of the distances is small; each
// step that the robot walks with an empty hand is one you may be able to save.

package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

const none = -1

var rows, columns, colours int
var background, piece []int // cell (i, j) is at i*columns + j
var row, column, hand = 0, 0, none
var answer strings.Builder

// useful tells whether the robot can do something useful at cell k.
func useful(k int) bool {
	if piece[k] == background[k] {
		return false // black
	}
	if hand == none {
		return piece[k] != none
	}
	return background[k] == hand
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// nearest finds the nearest useful cell, or -1. The scan goes row by row and asks
// for "strictly nearer", so ties go to the topmost, then leftmost cell.
func nearest() int {
	best, bestDistance := -1, 0
	for k := range piece {
		if !useful(k) {
			continue
		}
		distance := abs(k/columns-row) + abs(k%columns-column)
		if best < 0 || distance < bestDistance {
			best, bestDistance = k, distance
		}
	}
	return best
}

// walk adds steps to the answer: forward if the number is positive, else back.
func walk(steps int, forward, back string) {
	if steps < 0 {
		steps, forward = -steps, back
	}
	answer.WriteString(strings.Repeat(forward, steps))
}

func main() {
	in := bufio.NewReader(os.Stdin)
	fmt.Fscan(in, &rows, &columns, &colours)
	background, piece = make([]int, rows*columns), make([]int, rows*columns)
	for k := range background {
		fmt.Fscan(in, &background[k])
	}
	for k := range piece {
		fmt.Fscan(in, &piece[k])
	}

	for k := nearest(); k >= 0; k = nearest() {
		walk(k%columns-column, "R", "L") // horizontally first
		walk(k/columns-row, "D", "U")
		row, column = k/columns, k%columns
		answer.WriteByte('S')
		hand, piece[k] = piece[k], hand
	}

	// Nothing to do: print nothing, not even an empty line.
	if answer.Len() > 0 {
		fmt.Println(answer.String())
	}
}
