package record

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// Load returns the position at the end of g's main line, with its moves. The rules are those of RI
// or, if it is missing, those of the game that GM names, with RU and, for Go, KM and HA, as far as
// moyo supports them. Unlike [Follow], it returns an error for a record that needs repairs, or that
// sets up stones after the first move.
func Load(g *sgf.Game, open game.Opener) (game.Position, error) {
	line, err := Follow(context.Background(), g, open) // the limits of texts bound its time
	if err != nil {
		return nil, err
	}
	pos, err := line.Whole()
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return pos, nil
}

// uncounted reports whether a result is not from a count: a resignation, a loss on time, a forfeit,
// or no result.
func uncounted(result string) bool {
	reason := headtext.ReadResult(result).Reason
	return reason != headtext.Unstated && reason != headtext.Count
}

// named are the games with a number in FF[4], for records of other programs.
var named = map[int]string{sgf.Go: "weiqi", sgf.Gomoku: "gomoku"}

// begin returns the first position under the first of the record's rules that moyo supports on the
// board.
func begin(g *sgf.Game, open game.Opener) (game.Position, error) {
	known, err := rulesOf(g, open)
	if err != nil {
		return nil, err
	}
	b, err := boardOf(g, open)
	if err != nil {
		return nil, err
	}
	var pos game.Position
	for _, rules := range known {
		if pos, err = rules.New(b); err == nil {
			break
		}
	}
	return pos, err
}

// Rules returns the rules of a record's game: the first supported ones that it names.
func Rules(g *sgf.Game, open game.Opener) (game.Rules, error) {
	known, err := rulesOf(g, open)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return known[0], nil
}

// rulesOf returns the supported rules that a record may mean, at least one.
func rulesOf(g *sgf.Game, open game.Opener) ([]game.Rules, error) {
	ids, err := ruleIDs(g)
	if err != nil {
		return nil, err
	}
	var known []game.Rules
	for _, id := range ids {
		var rules game.Rules
		if rules, err = open.Rules(id); err == nil {
			known = append(known, rules)
		}
	}
	if len(known) == 0 {
		return nil, err
	}
	return known, nil
}

// ruleIDs returns ids of rules, the most exact reading of the record first.
func ruleIDs(g *sgf.Game) ([]string, error) {
	if id := g.Root.SimpleText("RI"); id != "" {
		return []string{id}, nil
	}
	switch id, ok := named[g.Kind()]; {
	case g.Kind() == sgf.Go, g.Kind() == 0 && g.Root.Has("BD"): // a board that is no grid is GM[0] also in Go
		return goRules(g), nil
	case ok:
		return rowRules(g, id), nil
	}
	return nil, fmt.Errorf("the game of GM[%d] is unknown", g.Kind())
}

// Komi returns the komi of a record in points; see docs/records.md. In a record of moyo, KM is in points
// even if it has quarters, and RI differs from it by the points for handicap stones. Without KM, RI has the komi.
func Komi(g *sgf.Game) (points float64, ok bool) {
	meant, ok := komiMeant(g)
	_, options, _ := strings.Cut(g.Root.SimpleText("RI"), ":")
	own, given := option(strings.Split(options, ","), "komi")
	if !given {
		return meant, ok
	}
	if exact, real := g.Root.Real("KM"); real && own != strconv.FormatFloat(meant, 'f', -1, 64) {
		return exact, true
	}
	if _, stated := komiStated(g); stated {
		return meant, ok
	}
	points, err := strconv.ParseFloat(own, 64)
	return points, err == nil
}

// handicapOf reports whether black stones at the start of a game may be a handicap, after which White
// moves: in Go, unless HA denies it. Records of many programs lack HA.
func handicapOf(g *sgf.Game, rules string) bool {
	name, _, _ := strings.Cut(rules, ":")
	stones, given := g.Root.Number("HA")
	return name == named[sgf.Go] && (!given || stones > 1)
}
