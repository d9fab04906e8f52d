package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"moyo/game/record/headtext"
	"moyo/game/record/ruletext"
	"moyo/game/record/sgf"
)

// Notes returns, in words for people, what a game of Go says about its rules and its komi that moyo does not know or does
// not play, and what it does instead. Errors of [Load] are not among them.
func Notes(g *sgf.Game) []string {
	if g.Root.Has("RI") || g.Kind() != sgf.Go {
		return nil
	}
	notes := append(ruleNotes(g), komiNotes(g)...)
	if n := stonesWanted(g); n > 0 && stonesMeant(g) == 0 {
		notes = append(notes, unplaced(n))
	}
	return notes
}

// unplaced is the note on a handicap whose stones are not placed.
func unplaced(stones int) string {
	return fmt.Sprintf("the handicap of HA[%d] has no usual places on this board: no stones are placed", stones)
}

// ruleNotes are the notes on RU.
func ruleNotes(g *sgf.Game) []string {
	text := g.Root.SimpleText("RU")
	if text == "" {
		return nil
	}
	t, err := ruletext.ReadServers(text)
	if err != nil {
		return []string{fmt.Sprintf("the rules %.60q are unknown; the game is read with area scoring, positional superko and no suicide", text)}
	}
	missing := t.Unplayed()
	stated := t.Name == "" // the differences of the named sets are in their descriptions
	if stated && t.Tax == ruletext.SekiTax {
		missing = append(missing, "tax SEKI: points in a seki count here")
	}
	if n, _ := g.Root.Number("HA"); stated && n > 1 && t.HandicapBonus != "0" {
		missing = append(missing, "White's points for handicap stones")
	}
	var notes []string
	if len(missing) > 0 {
		notes = append(notes, fmt.Sprintf("the rules %.60q are played without parts of them: %s", text, strings.Join(missing, "; ")))
	}
	if t.Rest != "" {
		notes = append(notes, fmt.Sprintf("of the rules %.60q the words %.60q are not understood", text, t.Rest))
	}
	return notes
}

// komiNotes are the notes on KM.
func komiNotes(g *sgf.Game) []string {
	text := g.Root.SimpleText("KM")
	points, ok := Komi(g)
	value := strconv.FormatFloat(points, 'f', -1, 64)
	_, own := headtext.Komi(text)
	note := UncountedKomi(g)
	switch {
	case note != "":
		return []string{note}
	case text != "" && !own && !ok:
		return []string{fmt.Sprintf("the komi %.60q is not understood; the usual one of the rules is used", text)}
	case ok && !own && !g.Root.Has("KO"):
		return []string{fmt.Sprintf("the komi %s is from the text of the record's head, because KM has none", value)}
	}
	return nil
}

// UncountedKomi returns the note on a komi that is no multiple of half a point, as rules need it, else "". It does not
// concern callers that hold any komi.
func UncountedKomi(g *sgf.Game) string {
	points, ok := Komi(g)
	if !ok || points*2 == math.Trunc(points*2) {
		return ""
	}
	value := strconv.FormatFloat(points, 'f', -1, 64)
	return fmt.Sprintf("the komi %s is no multiple of half a point; the usual one of the rules is used", value)
}
