package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// Load returns the position at the end of g's main line, with its moves. The rules are those of RI
// or, if it is missing, those of the game that GM names, with RU and, for Go, KM and HA, as far as
// moyo supports them. A game that passes had ended, but whose result is not a count, was resumed.
// Errors name the node, counted from 0, and the reason.
func Load(g *sgf.Game, open game.Opener) (game.Position, error) {
	pos, err := begin(g, open)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	points := Points(pos.Board())
	number := 0
	for n := range g.MainLine() {
		if err := follow(pos, points, n); err != nil {
			return nil, fmt.Errorf("record: node %d: %w", number, err)
		}
		number++
	}
	if uncounted(g.Root.SimpleText("RE")) {
		game.Resume(pos)
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
	case !ok:
		return nil, fmt.Errorf("the game of GM[%d] is unknown", g.Kind())
	case g.Kind() != sgf.Go:
		return rowRules(g, id), nil
	}
	return goRules(g), nil
}

// Komi returns the komi of a record in points; see docs/records.md. In a record of moyo, KM is in points
// even if it has quarters, and RI differs from it by the points for handicap stones.
func Komi(g *sgf.Game) (points float64, ok bool) {
	meant, ok := komiMeant(g)
	_, options, _ := strings.Cut(g.Root.SimpleText("RI"), ":")
	own, given := option(strings.Split(options, ","), "komi")
	if exact, real := g.Root.Real("KM"); real && given && own != strconv.FormatFloat(meant, 'f', -1, 64) {
		return exact, true
	}
	return meant, ok
}

// follow applies a node: its setup stones, its move.
func follow(pos game.Position, points sgf.Board, n *sgf.Node) error {
	if setup, ok, err := n.Setup(points); err != nil {
		return err
	} else if ok {
		if err := setUp(pos, setup); err != nil {
			return err
		}
	}
	if name := n.Choice(); name != "" {
		m, ok := pos.ParseChoice(name)
		if !ok {
			return fmt.Errorf("the game has no choice %.40q", name)
		}
		return pos.Play(m)
	}
	if p, ok, err := n.Offered(points); err != nil {
		return err
	} else if ok {
		return pos.Play(game.Place(game.Point(p)))
	}
	moves, err := n.Moves(points)
	for _, m := range moves {
		if err := play(pos, m); err != nil {
			return err
		}
	}
	return err
}

// play plays a move of a record. If the other side was to play, the turn passes to the move's
// colour. If passes had ended the game, it is resumed.
func play(pos game.Position, m sgf.Move) error {
	game.Resume(pos)
	if side := game.Color(m.Color); pos.ToPlay() != side {
		if t, ok := pos.(game.Turner); ok {
			t.SetToPlay(side)
		}
		if pos.ToPlay() != side {
			return &game.IllegalMove{Move: game.Move(m.Point), Reason: game.NotYourTurn}
		}
	}
	return pos.Play(game.Move(m.Point))
}

// setUp places the stones of a node before the first move.
func setUp(pos game.Position, setup sgf.Setup) error {
	s, ok := pos.(game.Setter)
	if !ok || len(pos.Moves()) > 0 {
		return errors.New("stones are set up by hand in a game that does not allow it")
	}
	colors := make([]game.Color, pos.Board().Len())
	for p := range colors {
		colors[p] = pos.At(game.Point(p))
	}
	for c, points := range setup.Stones {
		for _, p := range points {
			colors[p] = game.Color(c)
		}
	}
	var stones []game.Placed
	for p, c := range colors {
		if c != game.Empty {
			stones = append(stones, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	toPlay := game.Color(setup.ToPlay)
	if toPlay == game.Empty {
		toPlay = pos.ToPlay()
	}
	if toPlay == game.Empty {
		return errors.New("stones are set up in a game that is over")
	}
	return s.Set(stones, toPlay)
}
