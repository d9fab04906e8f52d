package weiqi

import (
	"context"
	"fmt"
	"math/rand/v2"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/rules/weiqi"
)

// Played is a game that the engine played against itself to its end, as training
// sees it. A line of JSON is one.
type Played struct {
	Board  string      `json:"board"`  // spec
	Rules  string      `json:"rules"`  // id
	Moves  []game.Move `json:"moves"`  // Black and White in turn
	Visits [][]int64   `json:"visits"` // of each move's search: a move, its visits, the next; none where chance chose
	Values []float64   `json:"values"` // of each move's search: the win chance of the side to move; -1 where chance chose
	Owner  []int8      `json:"owner"`  // whose each point is in the end: 1 Black's, -1 White's, 0 nobody's
}

// PlayOptions say how games are played for training.
type PlayOptions struct {
	Boards   []string // specs; one for each game is drawn
	Playouts int64    // of a search; an eighth of it where the game is decided
	Seed     uint64
}

// Constants of games for training: variety at the beginning, care until the game is
// decided.
const (
	chanceMoves  = 6    // at most so many moves are made by chance before the first search
	variedShare  = 0.15 // of a board's points: as many moves are drawn by their visits
	decidedValue = 0.04 // a win chance below this, or as far from 1, is not worth a long search
	cheaper      = 8
)

// PlayGame plays game number n. With the same options it is always the same game.
func PlayGame(ctx context.Context, opt PlayOptions, n uint64) (*Played, error) {
	r := rand.New(rand.NewPCG(opt.Seed, n))
	b, err := board.Parse(opt.Boards[r.IntN(len(opt.Boards))])
	if err != nil {
		return nil, err
	}
	law := rules.Default()
	law.Komi = 4 + float64(r.IntN(12))/2 // some games are uneven: what a lead is worth has to be learned, too
	pos, err := law.New(b)
	if err != nil {
		return nil, err
	}
	p := &selfPlay{opt: opt, rand: r, engine: New(Options{Steady: true, Memory: 64 << 20}), pos: pos}
	defer p.engine.Close()
	p.game = Played{Board: b.Spec(), Rules: law.ID()}
	return p.run(ctx)
}

// selfPlay is a game that goes on.
type selfPlay struct {
	opt    PlayOptions
	rand   *rand.Rand
	engine *Engine
	pos    game.Position
	game   Played
	value  float64 // of the last search, for the side to move
}

func (p *selfPlay) run(ctx context.Context) (*Played, error) {
	p.value = 0.5
	for range p.rand.IntN(chanceMoves + 1) {
		p.byChance()
	}
	n := p.pos.Board().Len()
	for p.pos.ToPlay() != game.Empty && len(p.game.Moves) < 3*n {
		if err := p.move(ctx); err != nil {
			return nil, err
		}
	}
	f := rules.NewFast(p.pos.Board())
	f.Load(p.pos.(*rules.Position))
	ends := make([]game.Color, n)
	f.Area(ends)
	for _, c := range ends {
		p.game.Owner = append(p.game.Owner, [...]int8{game.Black: 1, game.White: -1}[c])
	}
	return &p.game, nil
}

// byChance plays any legal point.
func (p *selfPlay) byChance() {
	legal := p.pos.LegalMoves(nil)
	if m := legal[p.rand.IntN(len(legal))]; m >= 0 {
		p.play(m, nil, -1)
	}
}

func (p *selfPlay) play(m game.Move, visits []int64, value float64) {
	if err := p.pos.Play(m); err != nil {
		panic(fmt.Sprintf("weiqi: the engine's move %v: %v", m, err)) // a search gives legal moves
	}
	p.game.Moves = append(p.game.Moves, m)
	p.game.Visits = append(p.game.Visits, visits)
	p.game.Values = append(p.game.Values, value)
}

// move searches, and plays a move.
func (p *selfPlay) move(ctx context.Context) error {
	lim := engine.Limits{Nodes: p.opt.Playouts, Seed: p.rand.Uint64()}
	if p.value < decidedValue || p.value > 1-decidedValue {
		lim.Nodes = max(1, lim.Nodes/cheaper)
	}
	info, err := p.engine.Search(ctx, p.pos, lim, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	p.value = 1 - info.Value
	var visits []int64
	total := int64(0)
	for _, c := range info.Candidates {
		if c.Visits > 0 {
			visits = append(visits, int64(c.Move), c.Visits)
			total += c.Visits
		}
	}
	m := info.Move
	if early := float64(len(p.game.Moves)) < variedShare*float64(p.pos.Board().Len()); early && m >= 0 && total > 0 {
		at := p.rand.Int64N(total)
		for _, c := range info.Candidates {
			if at -= c.Visits; at < 0 {
				m = c.Move
				break
			}
		}
	}
	p.play(m, visits, float64(int(info.Value*1000+0.5))/1000)
	return nil
}
