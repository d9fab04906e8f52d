package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

const sample = `package p

import "math"

type t struct {
	a [3]int
}

func f(x int, ok bool) (int, bool) {
	for i := 0; i < x; i++ {
		if ok && x >= 2 {
			x += i
		}
	}
	if ok {
		return x - 1, true
	}
	return math.MaxInt, false
}
`

// TestFaults names every fault of a small file, and checks that each result parses and differs in
// that place only.
func TestFaults(t *testing.T) {
	faults, err := faultsOf("p.go", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range faults {
		_, said, _ := strings.Cut(f.String(), ": ")
		got = append(got, said)
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", f.source(), 0); err != nil {
			t.Errorf("%v: %v", f, err)
		}
		if string(f.source()) == sample {
			t.Errorf("%v changes nothing", f)
		}
	}
	want := []string{
		`"0" becomes "1"`, `"<" becomes "<="`, `"++" becomes "--"`,
		`"&&" becomes "||"`, `">=" becomes ">"`, `"2" becomes "3"`, `"+=" becomes "-="`,
		`"ok" becomes "!(ok)"`, `"-" becomes "+"`, `"1" becomes "2"`, `"true" becomes "false"`, `"false" becomes "true"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("faults:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
