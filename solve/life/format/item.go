package format

import (
	"slices"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Item is a problem in a file, with the file's claims about its answer.
type Item struct {
	tsumego.Problem
	// Asked reports that the file states the question, by name or by a target whose colour implies it:
	// own stones must live, the other side's must be captured. Otherwise Question has no meaning;
	// GuessQuestion may fill it in.
	Asked   bool
	Expect  Expect
	Repairs []string // what was repaired in the text, each with the file and the line
}

// Expect is the answer that a file claims, unverified.
type Expect struct {
	Status   string      // in the words of the source, such as "win"; "" if none
	Answers  []game.Move // correct first moves
	Complete bool        // all other first moves are wrong
	Wrong    []game.Move // wrong first moves
}

// Settle normalizes an item as all readers do. Targets name one stone of each chain. The region is in
// ascending order and contains the chains of the targets. Walls exist only with a region. Without a
// stated question it is that of the targets. It returns the error of Check or CheckKo.
func (it *Item) Settle() error {
	var targets []game.Point
	seen := make(map[game.Point]bool)
	for _, t := range it.Target {
		if it.Stones[t] == game.Empty {
			return tsumego.Invalidf("problem.noTarget", "no stone on the target %s", it.Board.Name(t))
		}
		if seen[t] {
			continue
		}
		targets = append(targets, t)
		for _, q := range chainOf(it.Board, it.Stones, t) {
			seen[q] = true
		}
	}
	it.Target = targets
	if !it.Asked && slices.ContainsFunc(targets, func(t game.Point) bool { return it.Stones[t] != it.Stones[targets[0]] }) {
		it.Target = nil // stones of both colours do not tell which side is meant
	}
	if len(it.Region) > 0 {
		it.Region = slices.Clone(it.Region)
		for q := range seen {
			it.Region = append(it.Region, q)
		}
		slices.Sort(it.Region)
		it.Region = slices.Compact(it.Region)
	}
	if len(it.Walls) > 0 && len(it.Region) == 0 {
		return tsumego.Invalidf("problem.walls", "walls need a region, and there is no region")
	}
	it.Walls = slices.Clone(it.Walls)
	slices.Sort(it.Walls)
	it.Walls = slices.Compact(it.Walls)
	if !it.Asked && len(it.Target) > 0 {
		it.Asked, it.Question = true, tsumego.Kill
		if it.Stones[it.Target[0]] == it.ToPlay {
			it.Question = tsumego.Live
		}
	}
	if err := it.Check(); err != nil {
		return err
	}
	return it.CheckKo()
}

// chainOf returns the stones connected with the one on p, p first.
func chainOf(b *board.Board, stones []game.Color, p game.Point) []game.Point {
	found := []game.Point{p}
	seen := map[game.Point]bool{p: true}
	for i := 0; i < len(found); i++ {
		for _, q := range b.Neighbors(found[i]) {
			if stones[q] == stones[p] && !seen[q] {
				seen[q] = true
				found = append(found, q)
			}
		}
	}
	return found
}

// cleanNotes normalizes notes: LF, no trailing blanks, no empty lines at both ends, valid UTF-8,
// and no control characters, which a terminal might obey.
func cleanNotes(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	lines := strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(strings.Map(shownRune, l), unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// shownRune removes control characters except the tab.
func shownRune(r rune) rune {
	if unicode.IsControl(r) && r != '\t' {
		return -1
	}
	return r
}
