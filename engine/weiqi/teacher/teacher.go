// Package teacher lets another engine evaluate positions of Go for training. It plays games of many
// kinds, so that training covers openings, middle games and endgames, fights and blunders, handicaps,
// unusual komi and boards. It sends each position to the engine by KataGo's analysis protocol.
package teacher

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"moyo/engine/neural"
	"moyo/engine/protocol/analysis"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/internal/linelog"
)

// Options are options of Label.
type Options struct {
	Command string   // of the teacher, which implements KataGo's analysis protocol
	Games   int      // wanted number of games in the file
	AtOnce  int      // games played at the same time
	Boards  [][2]int // widths and heights to draw from; nil draws the usual mix
	// Share of the positions that the teacher searches, for a better value. A search takes as long as 80 evaluations.
	Searched float64
	Net      *neural.Net // plays moyo's part of the games
	Seed     uint64
	Done     func(games, labels int) // called after each game; may be nil
}

// Constants of evaluation.
const (
	visitsLeast = 60 // visits of such a search
	visitsMost  = 100
	lineMost    = 8 << 20 // bytes of a game
	leastShare  = 1.5     // thousandths; a move with less is left out of a label
)

// Label plays and labels games into a file, one per line, until it has the wanted
// number. It continues the file after its last whole line. It stops when ctx ends.
func Label(ctx context.Context, file string, opt Options) error {
	games := 0
	out, err := linelog.Open(file, lineMost, func(int, []byte) error { games++; return nil })
	if err != nil {
		return err
	}
	defer out.Close()
	opt.Seed ^= uint64(games) << 32 // otherwise the games interrupted by the last stop would be played again, similar to finished ones
	program, err := analysis.Start(opt.Command)
	if err != nil {
		return err
	}
	defer program.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	numbers, played := make(chan uint64), make(chan outcome)
	for range max(1, opt.AtOnce) {
		go func() {
			for n := range numbers {
				g, err := play(ctx, program, &opt, n)
				played <- outcome{g, err}
			}
		}()
	}
	defer close(numbers)
	return collect(out, games, opt, numbers, played, stop)
}

// outcome is a game, or the error that ended it.
type outcome struct {
	game *weiqi.Labelled
	err  error
}

// collect hands out numbers of games and writes finished games as they come.
func collect(out *linelog.Log, games int, opt Options, numbers chan<- uint64, played <-chan outcome, stop func()) (err error) {
	labels := 0
	for next, open := games, 0; next < opt.Games && err == nil || open > 0; {
		var hand chan<- uint64
		if next < opt.Games && err == nil {
			hand = numbers
		}
		select {
		case hand <- uint64(next):
			next, open = next+1, open+1
		case o := <-played:
			open--
			if o.err == nil {
				o.err = out.Append(o.game)
			}
			if o.err != nil {
				if err == nil {
					err = o.err
				}
				stop()
				continue
			}
			games, labels = games+1, labels+len(o.game.Rows)
			if opt.Done != nil {
				opt.Done(games, labels)
			}
		}
	}
	return err
}

// play plays a game and labels its positions.
func play(ctx context.Context, program *analysis.Client, opt *Options, number uint64) (*weiqi.Labelled, error) {
	r := rand.New(rand.NewPCG(opt.Seed, number))
	p, err := newPlan(r, opt.Boards)
	if err != nil {
		return nil, err
	}
	own := weiqi.New(weiqi.Options{Level: p.level, Net: opt.Net, NetSearch: weiqi.ShippedSearch(), Memory: 16 << 20, Steady: true})
	defer own.Close()
	p.searched = opt.Searched
	passes := 0
	for ply := 0; passes < 2 && ply < p.most; ply++ {
		q := p.query(r)
		a, err := program.Ask(ctx, q)
		if err != nil {
			return nil, err
		}
		l, err := labelOf(a, p.pos)
		if err != nil {
			return nil, err
		}
		m, err := p.choose(ctx, r, ply, a, own)
		if err != nil {
			return nil, err
		}
		p.game.Moves, p.game.Rows = append(p.game.Moves, m), append(p.game.Rows, l)
		if m == game.Pass {
			passes++
		} else {
			passes = 0
		}
		if err := p.pos.Play(m); err != nil {
			return nil, fmt.Errorf("a move of the plan is illegal: %w", err)
		}
	}
	return &p.game, nil
}

// labelOf turns an answer into a label of a position.
func labelOf(a analysis.Answer, pos game.Position) (*weiqi.Label, error) {
	n := pos.Board().Len()
	if len(a.Policy) != n+1 || len(a.Ownership) != n {
		return nil, fmt.Errorf("the teacher gives a policy of %d moves and ownership of %d points for a board of %d",
			len(a.Policy), len(a.Ownership), n)
	}
	l := &weiqi.Label{Value: round(a.Root.Win, 1000), Lead: round(a.Root.Lead, 10)}
	for i, share := range a.Policy {
		m := game.Move(i)
		if i == n {
			m = game.Pass
		}
		if 1000*share >= leastShare && pos.Check(m) == game.Legal {
			l.Policy = append(l.Policy, int32(m), int32(math.Round(1000*share)))
		}
	}
	owner := make([]byte, n)
	for p, o := range a.Ownership {
		owner[p] = '4' + byte(int8(math.Round(4*min(max(o, -1), 1))))
	}
	l.Owner = string(owner)
	if err := l.Check(n); err != nil {
		return nil, fmt.Errorf("the teacher's answer: %w", err)
	}
	return l, nil
}

func round(x, parts float64) float64 { return math.Round(x*parts) / parts }
