package teacher

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/protocol/analysis"
	"moyo/engine/weiqi"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// kind is a kind of game. Training on positions of one kind alone has gaps: after
// openings alone, for example, a network judges dead stones of the endgame as alive.
type kind struct {
	name   string
	share  float64 // of the games
	random float64 // share of the moves that are any legal ones
	begins float64 // of the board's points: up to this share of them, random moves begin the game
	own    float64 // share of the moves that moyo chooses instead of the teacher
	passes float64 // share of the moves that are passes
	ladder bool    // it begins with a stone in a ladder
}

// kinds of games. In a third the teacher plays, in a quarter moyo, and the others add what such games lack.
var kinds = []kind{
	{name: "plain", share: 0.30},
	{name: "own", share: 0.25, own: 1},
	{name: "mixed", share: 0.08, own: 0.5},
	{name: "blunders", share: 0.10, random: 0.06, own: 0.3},
	{name: "scattered", share: 0.08, begins: 0.10},
	{name: "dense", share: 0.05, begins: 0.40},
	{name: "handicap", share: 0.06, own: 0.3},
	{name: "passes", share: 0.03, passes: 0.04},
	{name: "ladder", share: 0.05, ladder: true, own: 0.2},
}

// Boards: shares of the games; the sides of the others are random. A game on 19×19 has four times
// as many positions as one on 9×9, so 9×9 needs many more games for its share of the labels.
const (
	side19, side13, side9 = 0.18, 0.20, 0.44
	sideLeast, sideMost   = 5, 19
)

// Komi and temperature.
const (
	oddKomi        = 0.25 // share of the games with a komi far from even
	komiLeast      = -20
	komiMost       = 40
	warmMoves      = 0.10 // of the points: this many moves are drawn with more variety
	warm, cool     = 1.0, 0.4
	handicapMost   = 9
	moveLimit      = 2.2 // most moves per point
	levelLeast     = 5   // of moyo, when it plays
	levelMost      = 8
	ladderSide     = 9 // least number of lines of a board with a ladder
	ladderDistance = 3 // least distance of a ladder's first stone from the edge
)

// plan is how a game is played, and its state.
type plan struct {
	kind
	game     weiqi.Labelled
	pos      *rules.Position
	level    int
	most     int         // moves
	first    []game.Move // the first moves
	searched float64     // share of the positions that the teacher searches
	moves    [][2]string // so far, in the protocol's format
	setup    [][2]string
}

// newPlan draws a kind of game, a board, rules and first moves. Boards are as in Options.
func newPlan(r *rand.Rand, boards [][2]int) (*plan, error) {
	p := &plan{kind: drawKind(r), level: levelLeast + r.IntN(levelMost-levelLeast+1)}
	w, h := drawSides(r, boards)
	if p.ladder && min(w, h) < ladderSide {
		if len(boards) > 0 {
			p.kind = kinds[0]
		} else {
			w, h = max(w, ladderSide), max(h, ladderSide)
		}
	}
	b, err := board.Parse(fmt.Sprintf("grid:%dx%d", w, h))
	if err != nil {
		return nil, err
	}
	p.game = weiqi.Labelled{Width: w, Height: h, Kind: p.name, First: "B", Setup: []int{}, Komi: drawKomi(r, b.Len())}
	law := rules.Default()
	law.Komi = p.game.Komi
	pos, err := law.New(b)
	if err != nil {
		return nil, err
	}
	p.pos = pos.(*rules.Position)
	p.most = int(moveLimit * float64(b.Len()))
	switch {
	case p.name == "handicap":
		err = p.handicap(r)
	case p.ladder:
		p.first = ladderMoves(r, w, h)
	default:
		for range r.IntN(1 + int(p.begins*float64(b.Len()))) {
			p.first = append(p.first, game.NoMove) // any
		}
	}
	return p, err
}

// Grids returns the widths and heights of grids, given specs such as grid:9 or grid:13x9, with sides of 5 to 19 points.
func Grids(specs []string) (sides [][2]int, err error) {
	for _, spec := range specs {
		b, err := board.Parse(spec)
		if err != nil {
			return nil, err
		}
		w, h, ok := b.Grid()
		if !ok || min(w, h) < sideLeast || max(w, h) > sideMost {
			return nil, fmt.Errorf("%s is not a grid with sides of %d to %d points", spec, sideLeast, sideMost)
		}
		sides = append(sides, [2]int{w, h})
	}
	return sides, nil
}

func drawKind(r *rand.Rand) kind {
	x := r.Float64()
	for _, k := range kinds {
		if x -= k.share; x < 0 {
			return k
		}
	}
	return kinds[0]
}

func drawSides(r *rand.Rand, boards [][2]int) (w, h int) {
	if len(boards) > 0 {
		sides := boards[r.IntN(len(boards))]
		return sides[0], sides[1]
	}
	any := func() int { return sideLeast + r.IntN(sideMost-sideLeast+1) }
	switch x := r.Float64(); {
	case x < side19:
		return 19, 19
	case x < side19+side13:
		return 13, 13
	case x < side19+side13+side9:
		return 9, 9
	default:
		if w = any(); r.IntN(2) == 0 {
			return w, w
		}
		return w, any()
	}
}

func drawKomi(r *rand.Rand, points int) float64 {
	if r.Float64() < oddKomi {
		return float64(2*komiLeast+r.IntN(2*(komiMost-komiLeast)+1)) / 2
	}
	even := 7.0
	if points < 50 {
		even = 4
	}
	return math.Round(2*(even+r.NormFloat64())) / 2
}

// handicap puts black stones on the board, on the fixed points if it has them, otherwise anywhere.
func (p *plan) handicap(r *rand.Rand) error {
	b := p.pos.Board()
	n := 2 + r.IntN(handicapMost-1)
	points, err := rules.HandicapPoints(b, n)
	if err != nil || r.IntN(3) == 0 {
		points = points[:0]
		for _, i := range r.Perm(b.Len())[:min(n, b.Len()/6)] {
			points = append(points, game.Point(i))
		}
	}
	placed := make([]game.Placed, len(points))
	for i, q := range points {
		placed[i] = game.Placed{Point: q, Color: game.Black}
		p.game.Setup = append(p.game.Setup, int(q))
		p.setup = append(p.setup, [2]string{"B", b.Name(q)})
	}
	p.game.First = "W"
	return p.pos.Set(placed, game.White)
}

// ladderMoves returns moves after which a white stone is caught in a ladder or
// not, depending on random stones on the diagonal on which it would run.
func ladderMoves(r *rand.Rand, w, h int) []game.Move {
	x, y := ladderDistance+r.IntN(w-2*ladderDistance), ladderDistance+r.IntN(h-2*ladderDistance)
	dx, dy := 1-2*r.IntN(2), 1-2*r.IntN(2)
	at := func(i, j int) game.Move {
		if u, v := x+dx*i, y+dy*j; u >= 0 && v >= 0 && u < w && v < h {
			return game.Move(v*w + u)
		}
		return game.NoMove
	}
	// White's stone; Black behind it on both sides and beside it, which leaves one way out.
	black := []game.Move{at(-1, 0), at(0, -1), at(1, -1), at(-1, 1)}
	white := []game.Move{at(0, 0)}
	for range 3 { // stones that may break it
		d := 2 + r.IntN(max(w, h))
		if m := at(d+r.IntN(3)-1, d+r.IntN(3)-1); m != game.NoMove {
			if r.IntN(3) > 0 {
				white = append(white, m)
			} else {
				black = append(black, m)
			}
		}
	}
	var moves []game.Move
	for i := range max(len(black), len(white)) {
		for _, side := range [][]game.Move{black, white} {
			if i < len(side) {
				moves = append(moves, side[i])
			} else {
				moves = append(moves, game.NoMove)
			}
		}
	}
	return moves
}

// query asks for the teacher's evaluation of the position.
func (p *plan) query(r *rand.Rand) analysis.Query {
	q := analysis.Query{
		InitialStones: p.setup, InitialPlayer: p.game.First, Moves: p.moves, Komi: p.game.Komi, Width: p.game.Width, Height: p.game.Height,
		MaxVisits: 1, Policy: true, Ownership: true, Settings: analysis.SideToMove(),
		Rules: map[string]any{
			"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": false, "hasButton": false,
			"whiteHandicapBonus": "0", "friendlyPassOk": false,
		},
	}
	if q.Moves == nil {
		q.Moves = [][2]string{}
	}
	if r.Float64() < p.searched {
		q.MaxVisits = visitsLeast + r.IntN(visitsMost-visitsLeast+1)
	}
	return q
}

// choose returns a legal move for an evaluated position.
func (p *plan) choose(ctx context.Context, r *rand.Rand, ply int, a analysis.Answer, own engine.Engine) (game.Move, error) {
	m := game.NoMove
	switch {
	case ply < len(p.first):
		m = p.first[ply]
	case r.Float64() < p.random:
	case r.Float64() < p.passes:
		m = game.Pass
	case r.Float64() < p.own:
		info, err := own.Search(ctx, p.pos, engine.Limits{Seed: r.Uint64()}, nil)
		if err != nil {
			return m, err
		}
		m = info.Move
	default:
		m = drawMove(r, a.Policy, p.temperature(ply), p.pos)
	}
	if m == game.NoMove || p.pos.Check(m) != game.Legal {
		legal := p.pos.LegalMoves(nil) // the last of them is the pass
		m = legal[r.IntN(max(1, len(legal)-1))]
	}
	p.note(m)
	return m, ctx.Err()
}

// note records a move in the protocol's format.
func (p *plan) note(m game.Move) {
	side := "B"
	if p.pos.ToPlay() == game.White {
		side = "W"
	}
	p.moves = append(p.moves, [2]string{side, game.Format(p.pos, m)})
}

func (p *plan) temperature(ply int) float64 {
	if float64(ply) < warmMoves*float64(p.pos.Board().Len()) {
		return warm
	}
	return cool
}

// drawMove draws a legal move by the policy; a lower temperature favours likelier moves.
func drawMove(r *rand.Rand, policy []float64, temperature float64, pos game.Position) game.Move {
	weight := func(share float64) float64 { return math.Pow(max(share, 0), 1/temperature) }
	sum := 0.0
	for _, share := range policy {
		sum += weight(share)
	}
	x := sum * r.Float64()
	for i, share := range policy {
		if x -= weight(share); x < 0 {
			if i == pos.Board().Len() {
				return game.Pass
			}
			return game.Move(i)
		}
	}
	return game.NoMove
}
