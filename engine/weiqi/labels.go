package weiqi

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Labelled is a game on a rectangular grid whose positions a teacher evaluated. Its
// JSON is one line. The rules are area scoring, positional superko and no suicide.
type Labelled struct {
	Width  int         `json:"w"`
	Height int         `json:"h"`
	Komi   float64     `json:"komi"`
	Kind   string      `json:"kind"`  // how its moves were chosen, for statistics
	First  string      `json:"first"` // "B" or "W"
	Setup  []int       `json:"setup"` // points with black stones before the first move
	Moves  []game.Move `json:"moves"` // a point, row by row from the top left, or -1 for a pass
	Rows   []*Label    `json:"rows"`  // of the position before each move; null if it has no label
}

// Label is a teacher's evaluation of a position, for the side to move. Its JSON is an array of the four.
type Label struct {
	Policy []int32 // a move, its probability in thousandths, the next move; moves under 0.15 % may be left out
	Value  float64 // win probability
	Lead   float64 // points
	Owner  string  // a digit for each point: 0 the opponent's, 4 even, 8 its own
}

// MarshalJSON writes the label as an array.
func (l *Label) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{l.Policy, l.Value, l.Lead, l.Owner})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (l *Label) UnmarshalJSON(raw []byte) error {
	parts := []any{&l.Policy, &l.Value, &l.Lead, &l.Owner}
	want := len(parts)
	if err := json.Unmarshal(raw, &parts); err != nil {
		return err
	}
	if len(parts) != want {
		return fmt.Errorf("a label of %d parts; it has policy, value, lead and ownership", len(parts))
	}
	return nil
}

// Bounds of a labelled game.
const (
	labelledSide  = 25      // points along a side
	labelledMoves = 2000    // moves
	labelledLine  = 8 << 20 // bytes of its line
)

// ReadLabelled reads games from a file, gzipped if its name ends in .gz. It
// ignores a last line without an end, which a killed program left.
func ReadLabelled(name string) ([]*Labelled, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := io.Reader(f)
	if strings.HasSuffix(name, ".gz") {
		if in, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	games, err := readLabelled(in)
	if err != nil {
		return nil, fmt.Errorf("%s, game %d: %w", name, len(games)+1, err)
	}
	return games, nil
}

func readLabelled(in io.Reader) (games []*Labelled, err error) {
	r := bufio.NewReaderSize(in, labelledLine)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		g := new(Labelled)
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err = d.Decode(g); err == nil {
			err = g.check()
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

// check returns an error if sizes or numbers are out of range. Replay finds illegal moves.
func (g *Labelled) check() error {
	n := g.Width * g.Height
	switch {
	case g.Width < 1 || g.Height < 1 || g.Width > labelledSide || g.Height > labelledSide:
		return fmt.Errorf("a board of %d by %d points; a side has 1 to %d", g.Width, g.Height, labelledSide)
	case g.First != "B" && g.First != "W":
		return fmt.Errorf("the first player is %q, not B or W", g.First)
	case len(g.Rows) != len(g.Moves) || len(g.Moves) > labelledMoves:
		return fmt.Errorf("%d moves, at most %d are possible, with %d labels", len(g.Moves), labelledMoves, len(g.Rows))
	case math.Abs(g.Komi) > 1000 || math.IsNaN(g.Komi):
		return fmt.Errorf("a komi of %v", g.Komi)
	}
	for _, p := range g.Setup {
		if p < 0 || p >= n {
			return fmt.Errorf("a stone on point %d of %d", p, n)
		}
	}
	for i, l := range g.Rows {
		if l == nil {
			continue
		}
		if err := l.Check(n); err != nil {
			return fmt.Errorf("label %d: %w", i+1, err)
		}
	}
	return nil
}

// Check returns an error if the label does not fit a board of n points.
func (l *Label) Check(n int) error {
	if len(l.Policy)%2 != 0 || len(l.Owner) != n || !(l.Value >= 0 && l.Value <= 1) || !(math.Abs(l.Lead) <= 1000) {
		return fmt.Errorf("%d numbers of policy, value %v, lead %v, ownership of %d points on a board of %d",
			len(l.Policy), l.Value, l.Lead, len(l.Owner), n)
	}
	sum := int32(0)
	for i := 0; i < len(l.Policy); i += 2 {
		if m, share := l.Policy[i], l.Policy[i+1]; m < -1 || int(m) >= n || share < 0 || share > 1000 {
			return fmt.Errorf("move %d with %d thousandths on a board of %d points", m, share, n)
		}
		sum += l.Policy[i+1]
	}
	if sum == 0 {
		return errors.New("a policy without moves")
	}
	if i := strings.IndexFunc(l.Owner, func(c rune) bool { return c < '0' || c > '8' }); i >= 0 {
		return fmt.Errorf("ownership %q of point %d", l.Owner[i], i)
	}
	return nil
}

// board returns the spec of the board.
func (g *Labelled) board() string { return fmt.Sprintf("grid:%dx%d", g.Width, g.Height) }

// rules returns the rules.
func (g *Labelled) rules() rules.Rules {
	law := rules.Default()
	law.Komi = g.Komi
	return law
}

// begin sets s, a state on the board of the game, to its first position.
func (g *Labelled) begin(s *state) {
	colors, side := make([]game.Color, s.n), game.Black
	for _, p := range g.Setup {
		colors[p] = game.Black
	}
	if g.First == "W" {
		side = game.White
	}
	s.start.setUp(colors, side)
	s.rules = g.rules()
	s.past = map[uint64]struct{}{s.repeatKey(s.start.StonesHash(), side): {}}
	s.Reset()
}

// target returns the target for the position that was just viewed.
func (l *Label) target(legal []bool) neural.Target {
	n := len(legal)
	t := neural.Target{
		Policy: make([]float32, n), Ownership: make([]float32, n), Legal: append([]bool(nil), legal...),
		Win: float32(l.Value), Lead: float32(l.Lead),
	}
	setPolicy(&t, l.Policy)
	for p := range t.Ownership {
		t.Ownership[p] = float32(int(l.Owner[p])-'4') / 4
	}
	return t
}

// places returns the positions with labels.
func (g *Labelled) places() (places []place) {
	for ply, l := range g.Rows {
		if l != nil {
			places = append(places, place{labels: g, ply: ply})
		}
	}
	return places
}
