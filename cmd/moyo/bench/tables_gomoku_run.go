package bench

import (
	"context"
	"fmt"
	"math"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/engine/baseline/negascout2023"
	"moyo/game"
)

// tableOpenings are White's first moves, after Black's in the middle of 15x15, from which self-play
// of negascout-2023 at depth 4 lasts long enough.
var tableOpenings = []string{"J9", "H9", "G7", "J7"}

// The parts of the tables: own moves of a game in four stages, seconds per move.
const (
	tableStages = 4
	stageMoves  = 4
	tableDepth  = 4 // of the games, and of the comparison of methods
)

var tableSeconds = []int{1, 2, 5}

// tableRun is one measurement of all tables.
type tableRun struct {
	ctx    context.Context
	engine string
	scale  int // times are divided by it
	bar    Progress
	spent  float64 // seconds of searches so far, before division
	total  float64
}

func (m *tableRun) open() (engine.Engine, error) {
	return catalog.NewEngine(m.engine, catalog.EngineOptions{MemoryMB: 256, Threads: 1})
}

// measure measures all tables. Ctrl-C leaves the remaining ones empty.
func (m *tableRun) measure(games int) (*Gomoku2023, error) {
	t := &Gomoku2023{
		Engine: m.engine, Scale: m.scale,
		Depths: []depthRow{}, Nodes: []nodesRow{}, Cutoffs: []cutoffsRow{}, Methods: []methodRow{},
	}
	perGame := 0
	for _, s := range tableSeconds {
		perGame += 2 * s * tableStages * stageMoves
	}
	m.total = float64(games*perGame + 2*2*len(documentNodes) + 2*len(documentCutoffs))
	var played [][]game.Position
	for _, opening := range tableOpenings[:games] {
		positions, err := m.play(opening)
		if err != nil {
			return nil, err
		}
		played = append(played, positions)
	}
	for _, part := range []func(*Gomoku2023, [][]game.Position) error{m.nodes, m.cutoffs, m.methods, m.depths} {
		if m.ctx.Err() != nil {
			break // prints what has been measured so far
		}
		if err := part(t, played); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// play returns the positions before White's moves 1 to 16 of a game that
// negascout-2023 plays against itself.
func (m *tableRun) play(opening string) ([]game.Position, error) {
	rules, err := catalog.Rules("gomoku:rule=freestyle")
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(board.Grid(15, 15))
	if err != nil {
		return nil, err
	}
	e := negascout2023.New(negascout2023.Options{})
	defer e.Close()
	var positions []game.Position
	for len(positions) < tableStages*stageMoves && m.ctx.Err() == nil {
		move, err := game.NoMove, error(nil)
		switch len(pos.Moves()) {
		case 0:
			move, err = game.ParseMove(pos, "H8")
		case 1:
			move, err = game.ParseMove(pos, opening)
		default:
			var info engine.Info
			info, err = e.Search(m.ctx, pos, engine.Limits{Depth: tableDepth}, nil)
			move = info.Move
		}
		if err != nil {
			return nil, err
		}
		if pos.ToPlay() == game.White {
			positions = append(positions, pos.Clone())
		}
		if err := pos.Play(move); err != nil {
			return nil, fmt.Errorf("opening %s, move %d: %w", opening, len(pos.Moves())+1, err)
		}
	}
	return positions, nil
}

// search searches pos for the given seconds, divided by the scale.
func (m *tableRun) search(e engine.Engine, pos game.Position, seconds int) (engine.Info, error) {
	info, err := e.Search(m.ctx, pos, engine.Limits{Time: time.Duration(seconds) * time.Second / time.Duration(m.scale), Threads: 1}, nil)
	m.spent += float64(seconds)
	m.bar.set(int64(m.spent), int64(m.total))
	return info, err
}

// depths fills in the table of depths.
func (m *tableRun) depths(t *Gomoku2023, played [][]game.Position) error {
	for _, seconds := range tableSeconds {
		for stage := range tableStages {
			first := stage * stageMoves
			row := depthRow{
				Seconds: float64(seconds), Moves: fmt.Sprintf("%d-%d", first+1, first+stageMoves), Document: documentDepths[seconds][stage],
			}
			var positions []game.Position
			for _, p := range played {
				positions = append(positions, p[first:first+stageMoves]...)
			}
			own, err := m.open()
			if err != nil {
				return err
			}
			row.Engine, row.Searches[1], err = m.meanDepth(own, positions, seconds)
			own.Close()
			if err != nil {
				return err
			}
			old := negascout2023.New(negascout2023.Options{})
			row.Negascout, row.Searches[0], err = m.meanDepth(old, positions, seconds)
			if err != nil {
				return err
			}
			if m.ctx.Err() != nil {
				return nil
			}
			t.Depths = append(t.Depths, row)
		}
	}
	return nil
}

// meanDepth returns the mean depth that e reaches in the positions, and the number of positions
// where it did not see the end of the game.
func (m *tableRun) meanDepth(e engine.Engine, positions []game.Position, seconds int) (mean float64, n int, err error) {
	sum := 0
	for _, pos := range positions {
		info, err := m.search(e, pos, seconds)
		if err != nil {
			return 0, 0, err
		}
		if info.Mate == 0 && math.Abs(info.Value-0.5) < 0.499999 {
			sum += info.Depth
			n++
		}
	}
	return float64(sum) / float64(max(n, 1)), n, nil
}

// nodes fills in the table of evaluated nodes and hits, from the first game.
func (m *tableRun) nodes(t *Gomoku2023, played [][]game.Position) error {
	old := negascout2023.New(negascout2023.Options{})
	defer old.Close()
	own, err := m.open()
	if err != nil {
		return err
	}
	defer own.Close()
	total := int64(0)
	for i, document := range documentNodes {
		pos := played[0][i]
		if _, err := m.search(old, pos, 2); err != nil {
			return err
		}
		info, err := m.search(own, pos, 2)
		if err != nil {
			return err
		}
		if m.ctx.Err() != nil {
			return nil
		}
		total += info.Nodes
		s := old.Stats()
		t.Nodes = append(t.Nodes, nodesRow{i + 1, document, nodeCounts{s.Evaluated, s.TableHits, s.StateHits}, total})
	}
	return nil
}

// cutoffs fills in the table of cut-offs, from the first game.
func (m *tableRun) cutoffs(t *Gomoku2023, played [][]game.Position) error {
	ordered, plain := negascout2023.New(negascout2023.Options{}), negascout2023.New(negascout2023.Options{Unordered: true})
	defer ordered.Close()
	defer plain.Close()
	for i, document := range documentCutoffs {
		for _, e := range []*negascout2023.Engine{ordered, plain} {
			if _, err := m.search(e, played[0][i], 1); err != nil {
				return err
			}
		}
		if m.ctx.Err() != nil {
			return nil
		}
		t.Cutoffs = append(t.Cutoffs, cutoffsRow{i + 1, document, [2]int64{ordered.Stats().Cutoffs, plain.Stats().Cutoffs}})
	}
	return nil
}

// methods compares the positions that each method needs, at White's fourth move of the first game.
func (m *tableRun) methods(t *Gomoku2023, played [][]game.Position) error {
	pos := played[0][3]
	deepest := tableDepth
	if m.scale > 1 {
		deepest-- // plain minimax takes half a minute for the last depth
	}
	for depth := 1; depth <= deepest; depth++ {
		count := func(opt negascout2023.Options) int64 {
			opt.Start = depth
			e := negascout2023.New(opt)
			defer e.Close()
			if _, err := e.Search(m.ctx, pos, engine.Limits{Depth: depth}, nil); err != nil {
				panic(err) // these games are of the kind that it plays
			}
			return e.Stats().Nodes
		}
		row := methodRow{
			Depth:     depth,
			Minimax:   count(negascout2023.Options{Method: negascout2023.Minimax, NoTables: true}),
			AlphaBeta: count(negascout2023.Options{Method: negascout2023.AlphaBeta, NoTables: true, Unordered: true}),
			Ordered:   count(negascout2023.Options{Method: negascout2023.AlphaBeta, NoTables: true}),
			Scout:     count(negascout2023.Options{NoTables: true}),
			Tables:    count(negascout2023.Options{}),
		}
		own, err := m.open()
		if err != nil {
			return err
		}
		info, err := own.Search(m.ctx, pos, engine.Limits{Depth: depth, Threads: 1}, nil)
		own.Close()
		if err != nil {
			return err
		}
		if m.ctx.Err() != nil {
			return nil
		}
		row.Engine = info.Nodes
		t.Methods = append(t.Methods, row)
	}
	return nil
}
