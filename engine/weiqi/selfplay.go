package weiqi

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/engine/neural"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
)

// Played is a self-play game, as training reads it. Its JSON is one line.
type Played struct {
	Board string      `json:"board"` // spec
	Rules string      `json:"rules"` // id
	Moves []game.Move `json:"moves"` // Black and White in turn
	// of each move's search: a move, its visits or share in the target, the next;
	// empty if random or cheap
	Visits [][]int64 `json:"visits"`
	Values []float64 `json:"values"` // of each move's search: win probability of the side to move; -1 if the move was random
	Owner  []int8    `json:"owner"`  // of each point at the end: 1 Black's, -1 White's, 0 neither's
}

// PlayOptions are options of self-play.
type PlayOptions struct {
	Boards   []string    // specs; each game draws one
	Playouts int64       // of a search, or evaluations where a network guides it; an eighth of that where the game is decided
	Cheap    int64       // of searches that training does not use (D. Wu 2019, section 3.1.1); 0 for none
	Full     float64     // share of the searches that training uses, if some are cheap
	Net      *neural.Net // guides the searches; nil for none
	Noise    float64     // share of the policy that goes to random moves, in guided searches that training uses
	Seed     uint64
}

// Constants of self-play: variety at the beginning, full searches until the
// game is decided.
const (
	// Random moves before the first search: at most chanceMoves, and in every other game up to a
	// share of the board's points, so that training sees what a stone far from all others is worth.
	chanceMoves = 6
	chanceShare = 0.08

	variedShare  = 0.15 // of a board's points: this many moves are drawn by their visits
	decidedValue = 0.04 // a win probability below this, or as far from 1, is not worth a long search
	cheaper      = 8
	noisePoints  = 36 // one move for this many points gets noise
)

// PlayGame plays game number n. The game depends only on the options and n.
func PlayGame(ctx context.Context, opt PlayOptions, n uint64) (*Played, error) {
	r := rand.New(rand.NewPCG(opt.Seed, n))
	b, err := board.Parse(opt.Boards[r.IntN(len(opt.Boards))])
	if err != nil {
		return nil, err
	}
	law := rules.Default()
	law.Komi = 4 + float64(r.IntN(12))/2 // some games are uneven, so that training sees what a lead is worth
	pos, err := law.New(b)
	if err != nil {
		return nil, err
	}
	p := &selfPlay{opt: opt, rand: r, full: opt.engine(opt.Noise, b), cheap: opt.engine(0, b), pos: pos}
	defer p.full.Close()
	defer p.cheap.Close()
	p.game = Played{Board: b.Spec(), Rules: law.ID()}
	return p.run(ctx)
}

// engine returns the engine that plays, with noise if that is not zero.
func (o *PlayOptions) engine(noise float64, board *board.Board) *Engine {
	e := Options{Steady: true, Memory: 64 << 20, Net: o.Net}
	if o.Net != nil {
		p := mcts.DefaultPUCT()
		p.Noise, p.NoiseMoves = noise, 1+board.Len()/noisePoints
		e.NetSearch = &NetSearch{PUCT: &p}
	}
	return New(e)
}

// selfPlay is a running game.
type selfPlay struct {
	opt         PlayOptions
	rand        *rand.Rand
	full, cheap *Engine
	pos         game.Position
	game        Played
	value       float64 // of the last search, for the side to move
}

func (p *selfPlay) run(ctx context.Context) (*Played, error) {
	p.value = 0.5
	n := p.pos.Board().Len()
	most := chanceMoves
	if p.rand.IntN(2) == 0 {
		most = max(most, int(chanceShare*float64(n)))
	}
	for range p.rand.IntN(most + 1) {
		p.byChance()
	}
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

// byChance plays a random legal point.
func (p *selfPlay) byChance() {
	legal := p.pos.LegalMoves(nil)
	if m := legal[p.rand.IntN(len(legal))]; m >= 0 {
		p.play(m, nil, -1)
	}
}

func (p *selfPlay) play(m game.Move, visits []int64, value float64) {
	if err := p.pos.Play(m); err != nil {
		panic(fmt.Sprintf("weiqi: the engine's move %v: %v", m, err)) // a search returns legal moves
	}
	p.game.Moves = append(p.game.Moves, m)
	p.game.Visits = append(p.game.Visits, visits)
	p.game.Values = append(p.game.Values, value)
}

// move searches, and plays a move.
func (p *selfPlay) move(ctx context.Context) error {
	by, lim := p.full, engine.Limits{Nodes: p.opt.Playouts, Seed: p.rand.Uint64()}
	cheap := p.opt.Cheap > 0 && p.rand.Float64() >= p.opt.Full
	if cheap {
		by, lim.Nodes = p.cheap, p.opt.Cheap
	}
	if p.value < decidedValue || p.value > 1-decidedValue {
		lim.Nodes = max(1, lim.Nodes/cheaper)
	}
	info, err := by.Search(ctx, p.pos, lim, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	p.value = 1 - info.Value
	shares := searched(info.Candidates)
	if p.opt.Net != nil {
		shares = improved(info.Candidates)
	}
	m := info.Move
	if early := float64(len(p.game.Moves)) < variedShare*float64(p.pos.Board().Len()); early && m >= 0 && len(shares) > 0 {
		m = p.drawn(shares)
	}
	if cheap {
		shares = nil
	}
	p.play(m, shares, float64(int(info.Value*1000+0.5))/1000)
	return nil
}

// searched returns the moves that were tried, each followed by its visits.
func searched(candidates []engine.Candidate) (shares []int64) {
	for _, c := range candidates {
		if c.Visits > 0 {
			shares = append(shares, int64(c.Move), c.Visits)
		}
	}
	return shares
}

// drawn returns a move drawn by shares.
func (p *selfPlay) drawn(shares []int64) game.Move {
	total := int64(0)
	for i := 1; i < len(shares); i += 2 {
		total += shares[i]
	}
	at := p.rand.Int64N(total)
	for i := 0; ; i += 2 {
		if at -= shares[i+1]; at < 0 {
			return game.Move(shares[i])
		}
	}
}

// Constants of the improved policy, as the source has them for Go: values from 0 to 1 are scaled by
// valueScale times the visits of the most visited move plus valueVisits. Shares are in parts of wholeShare.
const (
	valueVisits = 50
	valueScale  = 1
	wholeShare  = 10_000
)

// improved returns the moves of a guided search, each followed by its share in the improved policy: its prior
// times the exponential of its scaled value. An unvisited move gets the mean value of the visited ones,
// weighted by their priors. After few visits this says more than the visits themselves, which follow the prior.
// Source: I. Danihelka et al., "Policy improvement by planning with Gumbel" (2022), section 4 and appendix D.
func improved(candidates []engine.Candidate) (shares []int64) {
	most, seen, mean := int64(0), 0.0, 0.0
	for _, c := range candidates {
		if most = max(most, c.Visits); c.Visits > 0 {
			seen, mean = seen+c.Prior, mean+c.Prior*c.Value
		}
	}
	if seen == 0 { // the rules decide
		return searched(candidates)
	}
	scale := valueScale * float64(valueVisits+most)
	weights := make([]float64, len(candidates))
	top := math.Inf(-1)
	for i, c := range candidates {
		value := c.Value
		if c.Visits == 0 {
			value = mean / seen
		}
		weights[i] = math.Log(c.Prior) + scale*value
		top = max(top, weights[i])
	}
	sum := 0.0
	for i, w := range weights {
		weights[i] = math.Exp(w - top)
		sum += weights[i]
	}
	for i, c := range candidates {
		if share := int64(wholeShare*weights[i]/sum + 0.5); share > 0 {
			shares = append(shares, int64(c.Move), share)
		}
	}
	return shares
}
