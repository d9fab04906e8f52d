package gtp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/files"
	"moyo/game/record/ruletext"
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
	const most = 4 << 20 // bytes
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	var games sgf.Collection
	if err == nil {
		games, _, err = files.Read(data, sgf.Limits{Bytes: most})
	}
	if err == nil {
		err = c.load(games[0], until)
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", errLoad, err)
	}
	return c.toPlay().String(), nil
}

// load replaces the session's game by the record, or leaves it unchanged. Game, rules and komi are those that the
// record names; others remain. Moves that the rules forbid are made by hand.
func (s *session) load(g *sgf.Game, until int) error {
	opener := game.Opener{Board: s.cfg.Board, Rules: s.rulesOf}
	if namesRules(g) {
		opener.Rules = s.cfg.Rules
	}
	line, err := record.Follow(context.Background(), g, opener)
	if err != nil {
		return err
	}
	fresh := *s
	if err := fresh.begin(g, line); err != nil {
		return err
	}
	held := record.UncountedKomi(g) // not to be reported: the session holds any komi
	if km, ok := record.Komi(g); !ok || fresh.setKomi(km) != nil {
		held = ""
		if err := fresh.resetBonus(); err != nil {
			return err
		}
	}
	if err := fresh.follow(line, until); err != nil {
		return err
	}
	if s.cfg.Warn != nil {
		for _, text := range line.Repairs {
			if text != held {
				s.cfg.Warn("loadsgf: repaired: " + text)
			}
		}
	}
	*s = fresh
	return nil
}

// begin begins an empty game by the rules of a record. In Go, options that it does not name remain.
func (s *session) begin(g *sgf.Game, line *record.Line) error {
	id := line.Rules.ID()
	rules, err := s.ofGame(id)
	if err != nil {
		return err
	}
	if namesRules(g) && nameOf(id) != "weiqi" {
		rules = line.Rules
	}
	if other := nameOf(id) != nameOf(s.rules.ID()); other {
		s.forget(rules)
	}
	if err := s.start(line.Board, rules); err != nil {
		return err
	}
	if n, ok := g.Root.Number("HA"); ok && n >= 2 && n < line.Board.Len() {
		s.free = n
	}
	if namesRules(g) {
		return s.takeRules(g, id)
	}
	return nil
}

// namesRules reports whether a record says which rules it has.
func namesRules(g *sgf.Game) bool { return g.Root.SimpleText("RU")+g.Root.SimpleText("RI") != "" }

// takeRules sets the rules of a record, read as an id of moyo.
func (s *session) takeRules(g *sgf.Game, id string) error {
	var options []string
	for _, key := range []string{"score", "ko", "suicide"} {
		if value, ok := option(id, key); ok && nameOf(id) == "weiqi" {
			options = append(options, key+"="+value)
		}
	}
	if err := s.change(options...); err != nil {
		return err
	}
	t, err := ruletext.Read(g.Root.SimpleText("RU"))
	s.bonus, s.stands, s.taxed = s.bonusIn(g), err == nil && !t.Rules.FriendlyPassOk, err == nil && t.Rules.Tax == ruletext.SekiTax
	return nil
}

// bonusIn returns the points for handicap stones by which the komi in a record's RI exceeds its KM. If it has no RI, its
// komi includes them, as for all readers of records.
func (s *session) bonusIn(g *sgf.Game) string {
	all, given := KomiOf(g.Root.SimpleText("RI"))
	stated, ok := record.Komi(g)
	for _, bonus := range []string{"0", "N", "N-1"} {
		if given && ok && sameWinner(stated+Bonus(bonus, s.free)) == all {
			return bonus
		}
	}
	return "0"
}

// rulesOf returns the session's rules for those of a record that names none, with its handicap if the stones are in
// their usual places.
func (s *session) rulesOf(id string) (game.Rules, error) {
	rules, err := s.ofGame(id)
	if err != nil {
		return nil, err
	}
	if stones, ok := option(id, "handicap"); ok {
		if r, err := s.cfg.Rules(withOption(rules.ID(), "handicap", stones)); err == nil {
			return r, nil
		}
	}
	return rules, nil
}

// ofGame returns the session's rules if they are of the game in an id, else those that it started with if they are,
// else the game's usual ones.
func (s *session) ofGame(id string) (game.Rules, error) {
	if nameOf(s.rules.ID()) == nameOf(id) {
		return s.rules, nil
	}
	if r, err := s.cfg.Rules(s.cfg.StartRules); err == nil && nameOf(r.ID()) == nameOf(id) {
		return r, nil
	}
	return s.cfg.Rules(nameOf(id))
}

// nameOf returns the game in an id of rules.
func nameOf(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}

// follow plays the main line of a record in the session, up to some moves.
func (s *session) follow(line *record.Line, until int) error {
	byHand := false // the last part was
	for i, p := range line.Parts {
		byHand = p.Position == nil
		if byHand {
			if until < p.First+len(p.Turns) {
				return s.setUpAt(p, until)
			}
			continue // the next part begins with its stones
		}
		if i > 0 || !s.has(p.Start) {
			if err := s.add(setupEvent(p.Start, p.ToPlay)); err != nil {
				return err
			}
		}
		for i, t := range p.Turns {
			if p.First+i >= until {
				return nil
			}
			if err := s.add(event{color: t.Color, move: t.Move}); err != nil {
				return fmt.Errorf("move %d, %s %s: %w", p.First+i+1, t.Color, s.verts.Format(t.Move), err)
			}
		}
	}
	if byHand || !s.has(line.Stones) {
		return s.add(setupEvent(line.Stones, line.ToPlay))
	}
	if line.ToPlay != s.toPlay() {
		s.turn = line.ToPlay // Empty if the game is over
	}
	return nil
}

// setUpAt sets up the position before a move of a part made by hand, or keeps the one that is there.
func (s *session) setUpAt(p record.Part, until int) error {
	stones := slices.Clone(p.Start)
	for _, t := range p.Turns[:until-p.First] {
		t.Do(stones)
	}
	side := p.Turns[until-p.First].Color
	if until == p.First && s.has(stones) {
		s.turn = side
		return nil
	}
	if err := s.add(setupEvent(stones, side)); err != nil {
		return fmt.Errorf("before move %d: %w", until+1, err)
	}
	return nil
}

// has reports whether these are the stones of the position.
func (s *session) has(stones []game.Color) bool {
	for p, c := range stones {
		if s.pos.At(game.Point(p)) != c {
			return false
		}
	}
	return true
}

// setupEvent returns the setup of a whole position.
func setupEvent(stones []game.Color, toPlay game.Color) event {
	e := event{setup: true, color: cmp.Or(toPlay, game.Black)}
	for p, c := range stones {
		if c != game.Empty {
			e.stones = append(e.stones, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	return e
}

// add applies an event to a session that the caller discards on failure.
func (s *session) add(e event) error {
	if len(s.events) >= maxEvents {
		return errTooLong
	}
	s.events = append(s.events, e)
	return applyTo(s.pos, e)
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
	if s.cfg.RecordKind != nil {
		g.SetKind(s.cfg.RecordKind(s.rules.ID()))
	}
	record.SetRules(g, s.rules.ID(), s.free)
	if _, ok := KomiOf(s.rules.ID()); ok {
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
		if writeEvent(n, points, pos, e) != nil {
			break // unreachable: the events made this game
		}
	}
	return g
}

// writeEvent writes an event to a node and applies it to pos.
func writeEvent(n *sgf.Node, points sgf.Board, pos game.Position, e event) error {
	if e.setup {
		n.SetSetup(points, changes(pos, e))
		return applyTo(pos, e)
	}
	if name := pos.Choice(e.move); name != "" {
		n.SetChoice(name)
		return applyTo(pos, e)
	}
	err := applyTo(pos, e)
	if offered := e.move >= 0 && pos.At(e.move.Point()) == game.Empty && !game.Takes(pos); offered {
		n.SetOffered(points, int(e.move))
	} else {
		n.SetMove(points, sgf.Move{Color: sgf.Color(e.color), Point: int(e.move)})
	}
	return err
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
