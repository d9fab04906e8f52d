package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// loadSGF loads the main line of a file, up to before move N if that is given,
// and returns the side to move.
func loadSGF(c *call) (string, error) {
	if len(c.args) == 0 {
		return "", errSyntax
	}
	until := maxEvents
	name := c.args
	if n := len(name); n > 1 && isNumber(name[n-1]) {
		until, _ = strconv.Atoi(name[n-1])
		until, name = max(until-1, 0), name[:n-1]
	}
	if c.cfg.Open == nil {
		return "", errLoad
	}
	f, err := c.cfg.Open(strings.Join(name, " "))
	if err != nil {
		return "", fmt.Errorf("%w: %w", errLoad, err)
	}
	defer f.Close()
	games, err := sgf.Read(f, sgf.Limits{Bytes: 4 << 20})
	if err == nil {
		err = games[0].Sound()
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errLoad, err)
	}
	if err := c.load(games[0], until); err != nil {
		return "", fmt.Errorf("%w: %w", errLoad, err)
	}
	return c.toPlay().String(), nil
}

// load replaces the session's game by the record, or leaves it unchanged. Komi
// is the record's if it is in points; other rules remain, but a move that they
// forbid is an error.
func (s *session) load(g *sgf.Game, until int) error {
	if gm, ok := g.Root.Number("GM"); ok && gm != 1 && !g.Root.Has("BD") {
		return fmt.Errorf("it is a record of another game, GM[%d]", gm)
	}
	spec, err := g.BoardSpec()
	if err != nil {
		return err
	}
	b, err := s.cfg.Board(spec)
	if err != nil {
		return err
	}
	fresh := *s
	if err := fresh.start(b, s.rules); err != nil {
		return err
	}
	if n, ok := g.Root.Number("HA"); ok && n >= 2 && n < b.Len() {
		fresh.free = n
	}
	if km, ok := pointsOf(g); !ok || fresh.setKomi(km) != nil {
		if err := fresh.resetBonus(); err != nil {
			return err
		}
	}
	if err := fresh.follow(g, until); err != nil {
		return err
	}
	*s = fresh
	return nil
}

// pointsOf returns the komi of a record in points. Quarters, as in KM[3.75], are
// the other unit of old Chinese records, unless moyo wrote them.
func pointsOf(g *sgf.Game) (komi float64, ok bool) {
	komi, ok = g.Root.Real("KM")
	return komi, ok && (sameWinner(komi) == komi || g.Root.Has("RI"))
}

// follow plays the main line of a record in the session.
func (s *session) follow(g *sgf.Game, until int) error {
	points := record.Points(s.board)
	moves := 0
	for n := range g.MainLine() {
		setup, ok, err := n.Setup(points)
		if err != nil {
			return err
		}
		if ok {
			if err := s.add(s.setupEvent(setup)); err != nil {
				return err
			}
		}
		played, err := n.Moves(points)
		if err != nil {
			return err
		}
		for _, m := range played {
			if moves++; moves > until {
				return nil
			}
			if err := s.add(event{color: game.Color(m.Color), move: game.Move(m.Point)}); err != nil {
				return fmt.Errorf("move %d, %s %s: %w", moves, game.Color(m.Color), s.verts.format(game.Move(m.Point)), err)
			}
		}
	}
	return nil
}

// add applies an event to a session that the caller discards on failure.
func (s *session) add(e event) error {
	if len(s.events) >= maxEvents {
		return errTooLong
	}
	s.events = append(s.events, e)
	return applyTo(s.pos, e)
}

// setupEvent turns a setup into the whole position after it.
func (s *session) setupEvent(setup sgf.Setup) event {
	at := make([]game.Color, s.board.Len())
	for p := range at {
		at[p] = s.pos.At(game.Point(p))
	}
	for color, points := range setup.Stones {
		for _, p := range points {
			at[p] = game.Color(color)
		}
	}
	e := event{setup: true, color: game.Color(setup.ToPlay)}
	if e.color == game.Empty {
		e.color = s.toPlay()
		if len(s.events) == 0 && len(setup.Stones[sgf.Black]) > 0 && len(setup.Stones[sgf.White]) == 0 {
			e.color = game.White // a handicap
		}
	}
	for p, c := range at {
		if c != game.Empty {
			e.stones = append(e.stones, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	return e
}

// printSGF returns the game as a record.
func printSGF(c *call) (string, error) {
	if len(c.args) > 0 && c.args[0] != "-" {
		return "", errNoFiles
	}
	return c.record().String(), nil
}

// record returns the game with its setup and moves.
func (s *session) record() *sgf.Game {
	points := record.Points(s.board)
	g := sgf.New()
	g.SetBoard(points)
	record.SetRules(g, s.rules.ID(), s.free)
	if _, ok := komiOf(s.rules.ID()); ok {
		g.Root.Set("KM", strconv.FormatFloat(s.komi, 'g', -1, 64))
	}
	pos, err := s.rules.New(s.board)
	if err != nil {
		return g // an empty game: these rules could begin one on this board
	}
	n := g.Root
	for i, e := range s.events {
		if i > 0 || !e.setup {
			n = n.Add()
		}
		if e.setup {
			n.SetSetup(points, changes(pos, e))
		} else {
			n.SetMove(points, sgf.Move{Color: sgf.Color(e.color), Point: int(e.move)})
		}
		if applyTo(pos, e) != nil {
			break // unreachable: the events made this game
		}
	}
	return g
}

// changes returns the changes of pos by the setup event.
func changes(pos game.Position, e event) sgf.Setup {
	setup := sgf.Setup{ToPlay: sgf.Color(e.color)}
	after := make([]game.Color, pos.Board().Len())
	for _, st := range e.stones {
		after[st.Point] = st.Color
	}
	for p, c := range after {
		if pos.At(game.Point(p)) != c {
			setup.Stones[c] = append(setup.Stones[c], p)
		}
	}
	return setup
}
