package main

import (
	"fmt"
	"go/ast"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// Longer lines do not fit the screen, and longer functions do more than one thing.
const (
	maxLine     = 140 // characters; a tab is one
	maxFunction = 70  // lines, from func to the last brace
)

// oversized returns the lines and functions that are too long. Struct tags do not count, since they cannot be
// broken.
func (m *module) oversized() ([]string, error) {
	var faults []string
	for _, f := range m.sorted() {
		for _, file := range slices.Concat(f.code, f.tests) {
			name := m.set.Position(file.Package).Filename
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			tags := map[int]int{} // the number of characters in tags, by line
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Field:
					if n.Tag != nil {
						tags[m.set.Position(n.Tag.Pos()).Line] += utf8.RuneCountInString(n.Tag.Value)
					}
				case *ast.FuncDecl, *ast.FuncLit:
					first, last := m.set.Position(n.Pos()).Line, m.set.Position(n.End()).Line
					if lines := last - first + 1; lines > maxFunction {
						faults = append(faults, fmt.Sprintf("%s:%d: a function of %d lines: want at most %d", name, first, lines, maxFunction))
					}
				}
				return true
			})
			for i, line := range strings.Split(string(text), "\n") {
				if long := utf8.RuneCountInString(line); long-tags[i+1] > maxLine {
					faults = append(faults, fmt.Sprintf("%s:%d: a line of %d characters: want at most %d", name, i+1, long, maxLine))
				}
			}
		}
	}
	return faults, nil
}
