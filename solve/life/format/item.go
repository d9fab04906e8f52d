package format

import (
	"slices"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life/tsumego"
)

// Item is a problem as a file holds it, with what the file says of its answer.
type Item struct {
	tsumego.Problem
	// Asked says that the file states the question, by name or by a target whose
	// colour implies it: own stones have to live, the other side's to be captured.
	// Without, Question means nothing; GuessQuestion may fill it in.
	Asked  bool
	Expect Expect
}

// Expect is the answer that a file claims. Nobody has checked it.
type Expect struct {
	Status   string      // in the words of the source, such as "win"; "" if none
	Answers  []game.Move // first moves that are right
	Complete bool        // no other first move is
	Wrong    []game.Move // first moves that are not
}

// Settle brings an item into the form that all readers give: targets name one stone
// of each chain, the region is in ascending order and holds the chains of the
// targets, walls are there only with a region, the question is that of the targets
// where none was asked. The error is that of Check or CheckKo.
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
		it.Target = nil // stones of both colours do not say which side is meant
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
		return tsumego.Invalidf("problem.walls", "walls, which belong to a region, and no region")
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

// cleanNotes gives notes the form that they have in all files: LF, no blanks at the
// ends of lines, no empty lines around them, valid UTF-8, and no control characters,
// which a terminal might obey.
func cleanNotes(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\r\n", "\n")
	lines := strings.Split(strings.ReplaceAll(text, "\r", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRightFunc(strings.Map(shownRune, l), unicode.IsSpace)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// shownRune drops control characters but the tabulator.
func shownRune(r rune) rune {
	if unicode.IsControl(r) && r != '\t' {
		return -1
	}
	return r
}
