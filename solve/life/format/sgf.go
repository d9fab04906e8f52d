package format

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/game/rules/weiqi"
	"moyo/solve/life/tsumego"
)

// readSGF yields a problem for each game.
func (s *source) readSGF(yield func(Item, error) bool) {
	games, err := sgf.Read(s.in, sgf.DefaultLimits)
	if err == nil && len(games) == 0 {
		err = errNoProblem
	}
	if err != nil {
		yield(Item{}, s.fail("", err))
		return
	}
	for i, g := range games {
		r := gameReader{source: s, game: g}
		err := r.read()
		if r.item.ID == "" {
			r.item.ID = s.title()
			if len(games) > 1 {
				r.item.ID = fmt.Sprintf("%s:%d", s.title(), i+1)
			}
		}
		if err != nil {
			err = s.fail(fmt.Sprintf("game %d", i+1), err)
		}
		if !yield(r.item, err) {
			return
		}
	}
}

// gameReader converts one game of SGF to a problem.
type gameReader struct {
	*source
	game   *sgf.Game
	item   Item
	points sgf.Board
	pos    *weiqi.Position
	stones []game.Color // set up by hand and not yet in pos; nil for none
	setups int          // how often stones were set up after a move
}

// replayRules are the tolerant rules under which moves before a problem are played.
const replayRules = "weiqi:ko=simple,suicide=yes"

func (r *gameReader) read() error {
	root := r.game.Root
	r.item.ID = root.SimpleText("GN")
	for _, fault := range r.game.Faults {
		if fault.Lost {
			return fault // what is lost may be the problem itself
		}
		r.item.Repairs = append(r.item.Repairs, r.fail(fmt.Sprintf("line %d", fault.Line), errors.New(fault.Reason)).Error())
	}
	r.item.Ko = board.None
	if err := single(root, "GM", "SZ", "BD", "RI", "HA"); err != nil {
		return err
	}
	if kind, rules := r.game.Kind(), root.SimpleText("RI"); kind != sgf.Go && (kind != 0 || !root.Has("BD")) ||
		rules != "" && !strings.HasPrefix(rules, weiqi.Name) {
		return fmt.Errorf("GM[%d]RI[%.20s] is not a game of Go", kind, rules)
	}
	spec, err := r.game.BoardSpec()
	if err != nil {
		return err
	}
	if r.item.Board, err = r.open(spec); err != nil {
		return err
	}
	r.points = record.Points(r.item.Board)
	rules, err := weiqi.Parse(replayRules)
	if err != nil {
		return err
	}
	pos, err := rules.New(r.item.Board)
	if err != nil {
		return err
	}
	r.pos = pos.(*weiqi.Position)
	first, last := r.where()
	for n := root; ; n = n.Next() {
		if err := r.follow(n); err != nil {
			return err
		}
		if n == last {
			break
		}
	}
	return r.ask(first, last)
}

// where returns the nodes of the main line that contain the problem: those before the first move if
// they set up stones (and it is not a handicap game), else the first that marks a target, else the
// last.
func (r *gameReader) where() (first, last *sgf.Node) {
	setUp := false
	for n := r.game.Root; n != nil && !n.Has("B") && !n.Has("W"); n = n.Next() {
		setUp = setUp || n.Has("AB") || n.Has("AW")
		last = n
	}
	if handicap, _ := r.game.Root.Number("HA"); setUp && handicap < 2 {
		return r.game.Root, last
	}
	for n := range r.game.MainLine() {
		last = n
		if n.Has("MA") || n.Has("TR") || hasTarget.MatchString(n.Text("C")) {
			break
		}
	}
	return last, last
}

// maxSetups limits how often a game may set up stones after moves.
const maxSetups = 1000

// single refuses several values where one is expected.
func single(n *sgf.Node, ids ...string) error {
	for _, id := range ids {
		if values := n.Raw(id); len(values) > 1 {
			return fmt.Errorf("%s[%.20s][%.20s]: want one value", id, values[0], values[1])
		}
	}
	return nil
}

// follow applies a node.
func (r *gameReader) follow(n *sgf.Node) error {
	if err := single(n, "B", "W", "PL"); err != nil {
		return err
	}
	setup, ok, err := n.Setup(r.points)
	if err != nil {
		return err
	}
	if ok {
		if r.setups++; r.setups > maxSetups {
			return fmt.Errorf("stones are set up in more than %d nodes", maxSetups)
		}
		if r.stones == nil {
			r.stones = make([]game.Color, r.item.Board.Len())
			for p := range r.stones {
				r.stones[p] = r.pos.At(game.Point(p))
			}
		}
		for c, points := range setup.Stones {
			for _, p := range points {
				r.stones[p] = game.Color(c)
			}
		}
		if setup.ToPlay != sgf.Empty {
			r.item.ToPlay = game.Color(setup.ToPlay)
		}
	}
	moves, err := n.Moves(r.points)
	for _, m := range moves {
		if err := r.play(m); err != nil {
			return err
		}
	}
	return err
}

func (r *gameReader) play(m sgf.Move) error {
	if err := r.set(); err != nil {
		return err
	}
	r.pos.Resume()
	side := game.Color(m.Color)
	if r.pos.ToPlay() != side {
		r.pos.SetToPlay(side)
	}
	r.item.ToPlay = side.Other()
	return r.pos.Play(game.Move(m.Point))
}

// set applies the stones set up by hand to the position.
func (r *gameReader) set() error {
	if r.stones == nil {
		return nil
	}
	var placed []game.Placed
	for p, c := range r.stones {
		if c != game.Empty {
			placed = append(placed, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	r.stones = nil
	return r.pos.Set(placed, game.Black)
}

// ask reads the question at the current position.
func (r *gameReader) ask(first, last *sgf.Node) error {
	it := &r.item
	if err := r.set(); err != nil {
		return err
	}
	b := it.Board
	it.Stones = make([]game.Color, b.Len())
	r.pos.Resume()
	for p := range it.Stones {
		it.Stones[p] = r.pos.At(game.Point(p))
		if it.Stones[p] == game.Empty && r.pos.Check(game.Place(game.Point(p))) == game.Ko {
			it.Ko = game.Point(p)
		}
	}
	var comments []string
	for n := first; ; n = n.Next() {
		comments = append(comments, n.Text("C"))
		if n == last {
			break
		}
	}
	begun := it.Ko
	if err := r.comment(cleanNotes(strings.Join(comments, "\n"))); err != nil {
		return err
	}
	if err := r.marks(first, last); err != nil {
		return err
	}
	r.guessSide(last)
	if it.Ko == begun && it.ToPlay != r.pos.ToPlay() {
		it.Ko = board.None // it restricts the other side
	}
	return it.Settle()
}

// guessSide finds the side to move if neither PL nor an earlier move determines it: from the words
// of the comment, else from the next move, else Black.
func (r *gameReader) guessSide(last *sgf.Node) {
	it := &r.item
	if m := spoken.FindStringSubmatch(it.Notes); m != nil {
		side, _ := parseSide(m[1])
		if it.ToPlay == game.Empty {
			it.ToPlay = side
		}
		if q, err := tsumego.ParseQuestion(strings.ToLower(m[2])); err == nil && !it.Asked && side == it.ToPlay && len(it.Target) == 0 {
			it.Question, it.Asked = q, true
		}
	}
	if it.ToPlay != game.Empty {
		return
	}
	it.ToPlay = game.Black
	if next := last.Next(); next != nil && next.Has("W") && !next.Has("B") {
		it.ToPlay = game.White
	}
}

// spoken finds "Black to move" and the like.
var spoken = regexp.MustCompile(`(?i)\b(black|white)\s+(?:to\s+(move|play|live|kill)\b|(?:plays\s+|moves\s+)?first\b)`)

// directive is a line of a comment with an instruction for moyo.
var (
	directive = regexp.MustCompile(`(?i)^(target|question|to move|ko|threats|region|walls):\s*(.*)$`)
	hasTarget = regexp.MustCompile(`(?im)^target:.*[0-9]`)
)

// comment removes the directives from the comment; the rest are the notes.
func (r *gameReader) comment(text string) error {
	var notes []string
	for l := range strings.SplitSeq(text, "\n") {
		used, err := obey(&r.item, l)
		if err != nil {
			return err
		}
		if !used && isHidden(&r.item, l) {
			l = l[1:]
		}
		if !used {
			notes = append(notes, l)
		}
	}
	r.item.Notes = cleanNotes(strings.Join(notes, "\n"))
	return nil
}

// obey executes a line of a comment if it is a directive. An invalid one is a note, unless it names
// a point.
func obey(it *Item, l string) (used bool, err error) {
	m := directive.FindStringSubmatch(l)
	if m == nil {
		return false, nil
	}
	value := strings.TrimSpace(m[2])
	switch strings.ToLower(m[1]) {
	case "question":
		var q tsumego.Question
		if q, err = tsumego.ParseQuestion(strings.ToLower(value)); err == nil {
			it.Question, it.Asked = q, true
		}
		return err == nil, nil
	case "to move":
		side, ok := parseSide(value)
		if ok {
			it.ToPlay = side
		}
		return ok, nil
	case "threats":
		var t tsumego.Threats
		if t, err = tsumego.ParseThreats(value); err == nil {
			it.Threats = &t
		}
	case "target":
		it.Target, err = ParsePointList(it.Board, value)
	case "region":
		it.Region, err = ParsePointList(it.Board, value)
	case "walls":
		it.Walls, err = ParsePointList(it.Board, value)
	case "ko":
		var p game.Point
		if p, err = ParsePoint(it.Board, value); err == nil {
			it.Ko = p
		}
	}
	if err != nil && !strings.ContainsAny(value, "0123456789") {
		return false, nil
	}
	return true, err
}

// isHidden reports whether a line is a note that would be a directive without its leading blanks.
// Files have one blank more than the notes.
func isHidden(it *Item, l string) bool {
	bare := strings.TrimLeft(l, " ")
	return bare != l && isDirective(it, bare)
}

// isDirective reports whether obey accepts a line as one.
func isDirective(it *Item, l string) bool {
	scratch := Item{Problem: tsumego.Problem{Board: it.Board}}
	used, err := obey(&scratch, l)
	return used || err != nil
}

// marks reads the target and the region from marks, which come before those in the comment. The
// last node with a mark of a kind counts.
func (r *gameReader) marks(first, last *sgf.Node) error {
	sets := map[string][]game.Point{}
	for n := first; ; n = n.Next() {
		for _, id := range []string{"MA", "TR", "VW", "DD", "SQ", "CR"} {
			if !n.Has(id) {
				continue
			}
			points, err := r.points.Points(n.Raw(id))
			if err != nil {
				return fmt.Errorf("%w in %s", err, id)
			}
			sets[id] = nil
			for _, p := range points {
				sets[id] = append(sets[id], game.Point(p))
			}
		}
		if n == last {
			break
		}
	}
	return r.useMarks(sets)
}

// useMarks uses as target the stones under MA, else TR, else under SQ and CR if these mark only
// stones of one colour. It uses as region VW, else the points that DD does not dim, else those
// under SQ and CR.
func (r *gameReader) useMarks(sets map[string][]game.Point) error {
	it := &r.item
	around := append(slices.Clone(sets["SQ"]), sets["CR"]...)
	region := sets["VW"]
	switch {
	case len(region) > 0:
	case len(sets["DD"]) > 0:
		dim := make([]bool, it.Board.Len())
		for _, p := range sets["DD"] {
			dim[p] = true
		}
		region = slices.DeleteFunc(allPoints(it.Board), func(p game.Point) bool { return dim[p] })
	default:
		region = around
	}
	target := r.stonesOf(sets["MA"])
	if len(target) == 0 {
		target = r.stonesOf(sets["TR"])
	}
	if len(target) == 0 && len(it.Target) == 0 && len(around) > 0 && r.oneColor(around) {
		target = around
		if len(sets["VW"]) == 0 && len(sets["DD"]) == 0 {
			region = nil
		}
	}
	if len(target) > 0 {
		if !r.oneColor(target) {
			return errors.New("the target is marked on stones of both colours")
		}
		it.Target = target
	}
	if len(region) > 0 {
		it.Region = region
	}
	return nil
}

func (r *gameReader) stonesOf(points []game.Point) []game.Point {
	return slices.DeleteFunc(slices.Clone(points), func(p game.Point) bool { return r.item.Stones[p] == game.Empty })
}

// oneColor reports whether all points have stones of one colour.
func (r *gameReader) oneColor(points []game.Point) bool {
	return !slices.ContainsFunc(points, func(p game.Point) bool {
		return r.item.Stones[p] == game.Empty || r.item.Stones[p] != r.item.Stones[points[0]]
	})
}

// writeSGF writes a game for each item: MA marks the target, SQ the rest of the region, the comment
// contains the rest.
func writeSGF(w io.Writer, items []Item) error {
	games := make(sgf.Collection, len(items))
	for i := range items {
		g, err := gameOf(&items[i])
		if err != nil {
			return err
		}
		games[i] = g
	}
	return sgf.Write(w, games)
}

func gameOf(it *Item) (*sgf.Game, error) {
	g := sgf.New()
	root, b := g.Root, record.Points(it.Board)
	g.SetBoard(b)
	if it.ID != "" {
		if err := root.SetText("GN", strings.Map(shownRune, it.ID)); err != nil {
			return nil, err
		}
	}
	setup := sgf.Setup{ToPlay: sgf.Color(it.ToPlay)}
	for p, c := range it.Stones {
		if c != game.Empty {
			setup.Stones[c] = append(setup.Stones[c], p)
		}
	}
	root.SetSetup(b, setup)
	mark := func(id string, points []game.Point) {
		var values []string
		for _, p := range points {
			values = append(values, b.Value(int(p)))
		}
		if len(values) > 0 {
			root.Set(id, values...)
		}
	}
	mark("MA", it.Target)
	squares := slices.DeleteFunc(slices.Clone(it.Region), func(p game.Point) bool { return slices.Contains(it.Target, p) })
	marked := regionIsMarked(it, squares)
	if marked {
		mark("SQ", squares)
	}
	text := commentOf(it, marked)
	if text == "" {
		return g, nil
	}
	return g, root.SetText("C", text)
}

// regionIsMarked reports whether squares alone mark the region: on stones of only one colour they
// would be a target.
func regionIsMarked(it *Item, squares []game.Point) bool {
	return len(it.Region) == 0 || slices.ContainsFunc(squares, func(p game.Point) bool { return it.Stones[p] == game.Empty })
}

// commentOf returns the notes and everything without marks.
func commentOf(it *Item, marked bool) string {
	var lines []string
	if it.Notes != "" {
		for l := range strings.SplitSeq(it.Notes, "\n") {
			if isHidden(it, l) || isDirective(it, l) {
				l = " " + l // a note, even if it looks like a directive
			}
			lines = append(lines, l)
		}
		lines = append(lines, "")
	}
	if it.Asked {
		lines = append(lines, "question: "+it.Question.String())
	}
	if it.Ko != board.None {
		lines = append(lines, "ko: "+it.Board.Name(it.Ko))
	}
	if it.Threats != nil {
		lines = append(lines, "threats: "+it.Threats.String())
	}
	if len(it.Walls) > 0 {
		lines = append(lines, "walls: "+strings.Join(pointTexts(it.Board, it.Walls), " "))
	}
	if !marked {
		lines = append(lines, "region: "+strings.Join(pointTexts(it.Board, it.Region), " "))
	}
	return strings.Join(lines, "\n")
}
