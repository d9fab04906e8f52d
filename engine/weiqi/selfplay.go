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

// Played is a game that the engine played against itself to its end, as training
// sees it. A line of JSON is one.
type Played struct {
	Board string      `json:"board"` // spec
	Rules string      `json:"rules"` // id
	Moves []game.Move `json:"moves"` // Black and White in turn
	// of each move's search: a move, its visits or share in what is to be learned, the next; none where chance chose or the search was cheap
	Visits [][]int64 `json:"visits"`
	Values []float64 `json:"values"` // of each move's search: the win chance of the side to move; -1 where chance chose
	Owner  []int8    `json:"owner"`  // whose each point is in the end: 1 Black's, -1 White's, 0 nobody's
}

// PlayOptions say how games are played for training.
type PlayOptions struct {
	Boards   []string    // specs; one for each game is drawn
	Playouts int64       // of a search, or positions judged where a network leads it; an eighth of it where the game is decided
	Cheap    int64       // of the searches that nothing is learned from (D. Wu 2019, section 3.1.1); 0 for none such
	Full     float64     // share of the searches that are learned from, where there are cheap ones
	Net      *neural.Net // leads the searches; nil for none
	Noise    float64     // share of the chances that goes to moves drawn by chance, in searches that it leads and that are learned from
	Seed     uint64
}

// Constants of games for training: variety at the beginning, care until the game is
// decided.
const (
	// At most so many moves are made by chance before the first search, or in every other game as many as these parts of a board's
	// points: what a stone far from all others is worth has to be seen.
	chanceMoves = 6
	chanceShare = 0.08

	variedShare  = 0.15 // of a board's points: as many moves are drawn by their visits
	decidedValue = 0.04 // a win chance below this, or as far from 1, is not worth a long search
	cheaper      = 8
	noisePoints  = 36 // one move of so many points gets noise
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
	p := &selfPlay{opt: opt, rand: r, full: opt.engine(opt.Noise, b), cheap: opt.engine(0, b), pos: pos}
	defer p.full.Close()
	defer p.cheap.Close()
	p.game = Played{Board: b.Spec(), Rules: law.ID()}
	return p.run(ctx)
}

// engine returns what plays, with noise where there is any.
func (o *PlayOptions) engine(noise float64, board *board.Board) *Engine {
	e := Options{Steady: true, Memory: 64 << 20, Net: o.Net}
	if o.Net != nil {
		p := mcts.DefaultPUCT()
		p.Noise, p.NoiseMoves = noise, 1+board.Len()/noisePoints
		e.Led = &Led{PUCT: &p}
	}
	return New(e)
}

// selfPlay is a game that goes on.
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

// searched returns the moves that were tried, each with its visits behind it.
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

// What values count in the improved policy, as the source has it for Go: with values from 0 to 1, their scale is valueScale
// times the visits of the move that has the most of them, and valueVisits more. Shares are in parts of wholeShare.
const (
	valueVisits = 50
	valueScale  = 1
	wholeShare  = 10_000
)

// improved returns the moves of a search that a network led, each with its share in the improved policy behind it: the chance that
// the network gave it, times the exponential of its scaled value. A move that was not visited counts as the mean of those that were, by
// their chances. After few visits it says more than they do, which follow the network's chances.
// Source: I. Danihelka et al., "Policy improvement by planning with Gumbel" (2022), section 4 and appendix D.
func improved(candidates []engine.Candidate) (shares []int64) {
	most, seen, mean := int64(0), 0.0, 0.0
	for _, c := range candidates {
		if most = max(most, c.Visits); c.Visits > 0 {
			seen, mean = seen+c.Prior, mean+c.Prior*c.Value
		}
	}
	if seen == 0 { // what the rules decide
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
