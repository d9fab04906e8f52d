package gtp

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/game"
)

func boardSize(c *call) (string, error) {
	n, err := c.intArg(0)
	if err != nil {
		return "", err
	}
	if len(c.args) > 1 { // KataGo's "boardsize W H"
		return rectangularBoardSize(c)
	}
	return "", c.resize(n, n)
}

func rectangularBoardSize(c *call) (string, error) {
	w, err := c.intArg(0)
	if err != nil {
		return "", err
	}
	h, err := c.intArg(1)
	if err != nil {
		return "", err
	}
	return "", c.resize(w, h)
}

// resize begins an empty game on a grid.
func (s *session) resize(w, h int) error {
	b, err := s.cfg.Board(fmt.Sprintf("grid:%dx%d", w, h))
	if err != nil {
		return errSize
	}
	if s.start(b, s.rules) != nil {
		return errSize
	}
	return s.resetBonus()
}

func moyoBoard(c *call) (string, error) {
	if len(c.args) == 0 {
		return c.board.Spec(), nil
	}
	b, err := c.cfg.Board(strings.Join(c.args, " "))
	if err != nil {
		return "", err
	}
	if err := c.start(b, c.rules); err != nil {
		return "", err
	}
	return "", c.resetBonus()
}

func queryBoardSize(c *call) (string, error) {
	w, h, ok := c.board.Grid()
	switch {
	case !ok:
		return "", fmt.Errorf("the board is %s, which has no size", c.board.Spec())
	case w == h:
		return strconv.Itoa(w), nil
	}
	return fmt.Sprintf("%d %d", w, h), nil
}

func clearBoard(c *call) (string, error) {
	if err := c.start(c.board, c.rules); err != nil {
		return "", err
	}
	return "", c.resetBonus()
}

func play(c *call) (string, error) {
	if len(c.args) < 2 {
		return "", errSyntax
	}
	color, err := ParseColor(c.args[0])
	if err != nil {
		return "", err
	}
	move, err := c.verts.Parse(c.args[1])
	if err != nil {
		return "", err
	}
	return "", c.apply(event{color: color, move: move})
}

func undo(c *call) (string, error) {
	if !c.undo(1) {
		return "", errUndo
	}
	return "", nil
}

// ggUndo is GNU Go's: it takes back the given number of moves, or one.
func ggUndo(c *call) (string, error) {
	n := 1
	if len(c.args) > 0 {
		var err error
		if n, err = c.intArg(0); err != nil || n < 0 {
			return "", errSyntax
		}
	}
	if !c.undo(n) {
		return "", errUndo
	}
	return "", nil
}

func fixedHandicap(c *call) (string, error) {
	n, err := c.intArg(0)
	if err != nil {
		return "", err
	}
	if !c.empty() {
		return "", errNotEmpty
	}
	points, err := c.fixedPoints(n)
	if err != nil {
		return "", errHandicap
	}
	if err := c.handicap(points); err != nil {
		return "", err
	}
	return c.verts.List(points, " "), nil
}

// fixedPoints returns the points of the rules for n handicap stones.
func (s *session) fixedPoints(n int) ([]game.Point, error) {
	r, err := s.cfg.Rules(withOption(s.rules.ID(), "handicap", strconv.Itoa(n)))
	if err != nil {
		return nil, err
	}
	pos, err := r.New(s.board)
	if err != nil {
		return nil, err
	}
	var points []game.Point
	for p := range game.Point(s.board.Len()) {
		if pos.At(p) == game.Black {
			points = append(points, p)
		}
	}
	if len(points) != n {
		return nil, errHandicap
	}
	return points, nil
}

// handicap sets up black stones with White to move.
func (s *session) handicap(points []game.Point) error {
	e := event{setup: true, color: game.White}
	for _, p := range points {
		e.stones = append(e.stones, game.Placed{Point: p, Color: game.Black})
	}
	if err := s.apply(e); err != nil {
		return err
	}
	s.free = len(points)
	return s.resetBonus()
}

// placeFreeHandicap puts the stones on the fixed points if these exist,
// otherwise where the engine would play if White passed each time.
func placeFreeHandicap(c *call) (string, error) {
	n, err := c.intArg(0)
	if err != nil {
		return "", err
	}
	if !c.empty() {
		return "", errNotEmpty
	}
	if n < 2 || n >= c.board.Len() {
		return "", errHandicap
	}
	points, err := c.fixedPoints(n)
	if err != nil {
		if points, err = c.choosePoints(n); err != nil {
			return "", err
		}
	}
	if err := c.handicap(points); err != nil {
		return "", err
	}
	return c.verts.List(points, " "), nil
}

// maxChosen is the largest number of handicap stones that the engine chooses;
// GTP allows fewer than requested.
const maxChosen = 20

func (c *call) choosePoints(n int) ([]game.Point, error) {
	pos := c.pos.Clone()
	var points []game.Point
	for range min(n, maxChosen) {
		if err := HandTurn(pos, game.Black); err != nil {
			return nil, err
		}
		begin := time.Now()
		info, err := c.cfg.Engine.Search(c.ctx, pos, c.limits(game.Black), nil)
		if err == nil {
			err = c.ctx.Err() // an interrupted search is no basis for a handicap
		}
		if err != nil {
			return nil, err
		}
		c.clock.spend(game.Black, time.Since(begin))
		if info.Move.Point() < 0 || pos.Play(info.Move) != nil {
			break
		}
		points = append(points, info.Move.Point())
	}
	if len(points) == 0 {
		return nil, errHandicap
	}
	return points, nil
}

func setFreeHandicap(c *call) (string, error) {
	if !c.empty() {
		return "", errNotEmpty
	}
	var points []game.Point
	seen := map[game.Move]bool{}
	for _, word := range c.args {
		m, err := c.verts.Parse(word)
		if err != nil || m == game.Pass || seen[m] {
			return "", errList
		}
		seen[m] = true
		points = append(points, m.Point())
	}
	if len(points) < 2 || len(points) >= c.board.Len() || c.handicap(points) != nil {
		return "", errList
	}
	return "", nil
}
