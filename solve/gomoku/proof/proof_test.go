package proof_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/solve/gomoku/proof"
)

// straight is a proof by hand: Black has three in a row with space on both sides, makes a straight
// four, and wins on the remaining end.
const straight = `{"proof":"moyo forced win 1","board":"grid:15","game":"gomoku:rule=freestyle",
"stones":{"black":["H7","H8","H9"],"white":["A1","C1","E1"]},"toPlay":"black","nodes":[
{"move":"H10","threat":1,"replies":[{"move":"H11","then":2}]},
{"move":"H11"},
{"move":"H6"}]}`

// open3 threatens a straight four in two ways by an open three, which White must answer: a threat
// of the second order.
const open3 = `{"proof":"moyo forced win 1","board":"grid:15","game":"gomoku:rule=freestyle",
"stones":{"black":["H7","H8","J9","K9"],"white":["A1","C1","E1","G1"]},"toPlay":"black","nodes":[
{"move":"H9","threat":1},
{"move":"H10","threat":2,"replies":[{"move":"H11","then":3}]},
{"move":"H11"},
{"move":"H6"}]}`

// overlooked makes a straight four for Black while White has two fives to make. Its threat wins immediately but also names
// another, so that it counts as one of the second order.
const overlooked = `{"proof":"moyo forced win 1","board":"grid:15","game":"gomoku:rule=freestyle",
"stones":{"black":["C3","D3","E3"],"white":["C10","D10","E10","F10"]},"toPlay":"black","nodes":[
{"move":"F3","threat":1,"replies":[{"move":"G3","then":2}]},
{"move":"G3","threat":3},
{"move":"B3"},
{"move":"A1"}]}`

func check(t *testing.T, text string, opt proof.Options) error {
	t.Helper()
	p, err := proof.Read(strings.NewReader(text), board.Parse)
	if err != nil {
		t.Fatal(err)
	}
	_, err = proof.Check(context.Background(), p, opt)
	return err
}

func TestByHand(t *testing.T) {
	replace := func(text string, pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				t.Fatalf("%q is not in the proof", pairs[i])
			}
			text = strings.Replace(text, pairs[i], pairs[i+1], 1)
		}
		return text
	}
	for _, c := range []struct {
		name, text string
		flaw       string // "" for a valid proof
	}{
		{"straight four", straight, ""},
		{"standard", replace(straight, "freestyle", "standard"), ""},
		{"renju", replace(straight, "freestyle", "renju"), ""},
		{"an end is blocked", replace(straight, `"A1"`, `"H6"`), "H6 is not legal"},
		{"a reply is missing", replace(straight, `,"replies":[{"move":"H11","then":2}]`, ""), "the reply H11 has no answer"},
		{"no threat", replace(straight, `"threat":1,`, ""), "has no threat"},
		{"a threat that does not win", replace(straight, `{"move":"H11"},`, `{"move":"H12"},`), "H12 does not win"},
		{"White wins first", replace(straight, `"A1","C1","E1"`, `"A1","B1","C1","D1"`), "E1"},
		{"a stone on a stone", replace(straight, `"move":"H10"`, `"move":"H9"`), "not legal"},
		{"fenced in", replace(straight, "freestyle", "caro8", `"A1"`, `"H12"`, `"C1"`, `"H5"`), "H"},
		{"other rules", replace(straight, "gomoku", "weiqi"), "weiqi"},
		{"a threat of the fourth order", straight[:strings.Index(straight, `"nodes"`)] + `"nodes":[{"move":"A3","threat":1},
{"move":"A5","threat":2},{"move":"A7","threat":3},{"move":"A9","threat":4},{"move":"A11"}]}`, "order 4"},
		{"double three without answers", open3, "has no answer"},
		{"fives of the defender's", overlooked, "the reply B10 has no answer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, opt := range []proof.Options{{}, {Every: true}} {
				err := check(t, c.text, opt)
				if c.flaw == "" && err != nil || c.flaw != "" && (err == nil || !strings.Contains(err.Error(), c.flaw)) {
					t.Errorf("%+v: %v, want %q", opt, err, c.flaw)
				}
			}
		})
	}
	if err := check(t, straight, proof.Options{Nodes: 10}); err != nil {
		t.Errorf("ten nodes: %v", err)
	}
	if err := check(t, straight, proof.Options{Nodes: 1}); err == nil {
		t.Error("one node was enough")
	}
}

// TestRead refuses malformed input.
func TestRead(t *testing.T) {
	for name, text := range map[string]string{
		"empty":            "",
		"another file":     `{"proof":"something"}`,
		"a circle":         strings.Replace(straight, `"then":2`, `"then":0`, 1),
		"a node too far":   strings.Replace(straight, `"threat":1`, `"threat":7`, 1),
		"a negative node":  strings.Replace(straight, `"threat":1`, `"threat":-1`, 1),
		"no nodes":         straight[:strings.Index(straight, `"nodes"`)] + `"nodes":[]}`,
		"no such point":    strings.Replace(straight, `"move":"H6"`, `"move":"H60"`, 1),
		"no such board":    strings.Replace(straight, "grid:15", "grid", 1),
		"no side to play":  strings.Replace(straight, `"toPlay":"black"`, `"toPlay":""`, 1),
		"a stone nowhere":  strings.Replace(straight, `"A1"`, `"I1"`, 1),
		"a reply nowhere":  strings.Replace(straight, `"move":"H11","then"`, `"move":"","then"`, 1),
		"not even objects": "[1,2]",
		"a reply twice":    strings.Replace(straight, `[{"move":"H11","then":2}]`, `[{"move":"H11","then":2},{"move":"H11","then":2}]`, 1),
	} {
		if _, err := proof.Read(strings.NewReader(text), board.Parse); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// FuzzRead reads arbitrary input. Accepted proofs must survive writing and reading, and their check
// must not fail badly.
func FuzzRead(f *testing.F) {
	f.Add(straight)
	f.Add(open3)
	f.Add(`{"proof":"moyo forced win 1","board":"grid:3","game":"gomoku:n=3","stones":{"black":["A1"]},` +
		`"toPlay":"white","nodes":[{"move":"B1","threat":1},{"move":"B2","threat":2},{"move":"C1"}]}`)
	small := func(spec string) (*board.Board, error) {
		b, err := board.Parse(spec)
		if err == nil && b.Len() > 400 {
			return nil, fmt.Errorf("%s is too large for this test", b.Title())
		}
		return b, err
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := proof.Read(strings.NewReader(text), small)
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if err := p.Write(&once); err != nil {
			t.Fatal(err)
		}
		again, err := proof.Read(bytes.NewReader(once.Bytes()), small)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Write(&twice); err != nil || once.String() != twice.String() {
			t.Errorf("%v: %s became %s", err, once.String(), twice.String())
		}
		_, _ = proof.Check(context.Background(), p, proof.Options{Nodes: 200})
	})
}

// A proof gives the winning moves; the checker plays every reply.
func Example() {
	p, err := proof.Read(strings.NewReader(straight), board.Parse)
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := proof.Check(context.Background(), p, proof.Options{})
	fmt.Println(report.Depth, "moves,", report.Replies, "replies", err)
	// Output: 2 moves, 219 replies <nil>
}
