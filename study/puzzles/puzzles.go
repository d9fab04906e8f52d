// Package puzzles contains the puzzles that come with moyo: positions of Gomoku whose side to move
// wins by continuous fours, made by
//
//	moyo problems vcf --rule RULE --even --depth 3..15 --count 65 --seed 11
//	moyo problems vcf --rule RULE --even --depth 3..9 --count 35 --seed 13
//
// for each rule, stopped after some minutes, and sorted by depth.
package puzzles

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	solve "moyo/solve/gomoku"
)

//go:embed vcf.jsonl
var vcf []byte

var parsed = sync.OnceValue(func() []solve.Puzzle {
	var list []solve.Puzzle
	for line := range bytes.Lines(vcf) {
		var p solve.Puzzle
		if err := json.Unmarshal(line, &p); err != nil {
			panic(fmt.Sprintf("puzzles: line %d: %v", len(list)+1, err)) // the file is part of the program
		}
		list = append(list, p)
	}
	return list
})

// VCF returns the puzzles, easy ones first. Callers share them and must not change them.
func VCF() []solve.Puzzle { return parsed() }
