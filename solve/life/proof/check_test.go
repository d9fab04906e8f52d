package proof

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
)

// claimed is a statement and one claim about it.
type claimed struct {
	Statement
	Claim
}

func (p *claimed) check(ctx context.Context, opts ...Options) (Report, error) {
	return Check(ctx, &p.Statement, &p.Claim, opts...)
}

// proof returns a proof of the claim and others about its statement.
func (p *claimed) proof(others ...Claim) *Proof {
	return &Proof{Statement: p.Statement, Claims: append([]Claim{p.Claim}, others...)}
}

// scene makes a claim on a grid: X and O are stones in the region and . its empty points; x, o and
// _ are outside. Black defends all of it, White is to play.
func scene(t testing.TB, rows ...string) *claimed {
	t.Helper()
	return sceneOn(t, board.Grid(len(rows[0]), len(rows)), strings.Join(rows, ""))
}

// sceneOn makes a claim on any board, with a character for each point.
func sceneOn(t testing.TB, b *board.Board, text string) *claimed {
	t.Helper()
	if len(text) != b.Len() {
		t.Fatalf("%d characters for %d points", len(text), b.Len())
	}
	p := &claimed{
		Statement{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Ko: board.None, Defender: game.Black}, Claim{Captured: true},
	}
	for i, c := range text {
		switch c {
		case 'X', 'x':
			p.Stones[i] = game.Black
		case 'O', 'o':
			p.Stones[i] = game.White
		}
		if strings.ContainsRune("XO.", c) {
			p.Region = append(p.Region, game.Point(i))
		}
	}
	return p
}

// with returns p with one thing changed.
func (p *claimed) with(change func(*claimed)) *claimed {
	q := *p
	q.Stones = slices.Clone(p.Stones)
	change(&q)
	return &q
}

func moves(m ...byte) func(*claimed) { return func(p *claimed) { p.Moves = m } }

// atari is a stone that White can capture at number 1.
func atari(t testing.TB) *claimed {
	p := scene(t, "Xo", ".o")
	p.Targets = []game.Point{0}
	return p
}

// eyes is a stone with three eyes.
func eyes(t testing.TB) *claimed {
	b, err := board.Parse("star:4")
	if err != nil {
		t.Fatal(err)
	}
	p := sceneOn(t, b, "X...")
	p.Targets, p.Captured = []game.Point{0}, false
	return p
}

func TestCheckAccepts(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *claimed
		want Report
	}{
		{"a capture", atari(t).with(moves(1)), Report{States: 1}},
		{"one eye", atari(t).with(moves(Leaf)), Report{States: 1, Leaves: 1}},
		{"one eye, the defender to move", atari(t).with(func(p *claimed) { p.ToPlay, p.Moves = game.Black, []byte{Leaf} }),
			Report{States: 1, Leaves: 1}},
		{"one eye beside the target's own stones",
			scene(t, "oXXX..o").with(func(p *claimed) { p.Targets, p.Moves = []game.Point{2}, []byte{Leaf} }), Report{States: 1, Leaves: 1}},
		{"a capture after replies", atari(t).with(func(p *claimed) { p.ToPlay, p.Moves = game.Black, []byte{2, 1} }),
			Report{States: 2, Replies: 1, Depth: 1}},
		{"a ko with a threat", atari(t).with(func(p *claimed) { p.Ko, p.White, p.Moves = 2, 1, []byte{1} }), Report{States: 1}},
		{"a ko outside the region", atari(t).with(func(p *claimed) { p.Ko, p.Stones[3], p.Moves = 3, game.Empty, []byte{1} }), Report{States: 1}},
		{"a ko without a threat", atari(t).with(func(p *claimed) { p.Ko, p.Moves = 2, []byte{2, 2, 1} }),
			Report{States: 3, Replies: 1, Depth: 2}},
		{"one eye within a wall", scene(t, "X._").with(func(p *claimed) {
			p.Targets, p.Walls, p.Moves = []game.Point{0}, []game.Point{2}, []byte{Leaf}
		}), Report{States: 1, Leaves: 1}},
		{"nothing to clear", atari(t).with(func(p *claimed) { p.Targets, p.Stones[0] = nil, game.Empty }), Report{}},
		{"passing for ever", eyes(t).with(moves(4, 4)), Report{States: 2, Replies: 1, Depth: 1}},
		{"unconditional life", eyes(t).with(moves(Leaf)), Report{States: 1, Leaves: 1}},
		{"a stone of a region to clear", eyes(t).with(func(p *claimed) { p.Targets, p.Moves = nil, []byte{Leaf} }), Report{States: 1, Leaves: 1}},
		{"safety", scene(t, "X._").with(func(p *claimed) {
			p.ToPlay, p.Targets, p.Captured = game.Black, []game.Point{0}, false
			p.Moves = []byte{1, Leaf}
		}), Report{States: 2, Leaves: 1, Depth: 1}},
	} {
		got, err := c.p.check(context.Background())
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	lives := func(p *claimed) { p.Captured = false }
	for _, c := range []struct {
		name, want string
		p          *claimed
	}{
		{"no move", "byte 0, after []: the moves end too early", atari(t)},
		{"no move later", "after [pass]: the moves end too early", atari(t).with(moves(2))},
		{"too many", "1 bytes are left over", atari(t).with(moves(1, 2))},
		{"too many after a leaf", "1 bytes are left over", atari(t).with(moves(Leaf, 1))},
		{"occupied", "A2: there is a stone", atari(t).with(moves(0))},
		{"no such move", "move 9: there are 2", atari(t).with(moves(9))},
		{"ko", "A1: that is a ko, and there is no threat", atari(t).with(func(p *claimed) { p.Ko, p.Moves = 2, []byte{1} })},
		{"a ko after its threat is used", "that is a ko", atari(t).with(func(p *claimed) { p.Ko, p.Black, p.Moves = 2, Unlimited, []byte{1} })},
		{"suicide", "2: that is suicide", eyes(t).with(func(p *claimed) { p.Captured, p.Moves = true, []byte{1} })},
		{"no progress", "after [pass pass]: a state repeats", atari(t).with(moves(2, 2))},
		{"not a reply's mark", "1 for a state where the other side is to move: want 2 or 255",
			atari(t).with(func(p *claimed) { p.ToPlay, p.Moves = game.Black, []byte{1} })},
		{"captured after all", "after [A1]: the attacker has won", atari(t).with(lives).with(moves(2))},
		{"a false leaf of life", "no target is unconditionally alive", atari(t).with(lives).with(moves(Leaf))},
		{"an eye open to the outside", "no target is unconditionally alive",
			scene(t, ".X._").with(lives).with(func(p *claimed) { p.Targets, p.Moves = []game.Point{1}, []byte{Leaf} })},
		{"an eye beside the attacker", "no target is unconditionally alive",
			scene(t, ".X.o").with(lives).with(func(p *claimed) { p.Targets, p.Moves = []game.Point{1}, []byte{Leaf} })},
		{"a false leaf of death", "two eyes may be possible", eyes(t).with(func(p *claimed) { p.Captured, p.Moves = true, []byte{Leaf} })},
		{"a leaf with a way out", "two eyes may be possible",
			scene(t, "X._").with(func(p *claimed) { p.Targets, p.Moves = []game.Point{0}, []byte{Leaf} })},
		{"a leaf with a connection", "two eyes may be possible",
			scene(t, "X.x").with(func(p *claimed) { p.Targets, p.Moves = []game.Point{0}, []byte{Leaf} })},
		{"no stones left", "the attacker has won", atari(t).with(lives).with(func(p *claimed) { p.Targets, p.Stones[0] = nil, game.Empty })},
		{"no liberty", "the chain at A2 has no liberty", atari(t).with(func(p *claimed) { p.Stones[2] = game.Black })},
	} {
		_, err := c.p.check(context.Background())
		if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// TestCheckAll names the false claim of a proof.
func TestCheckAll(t *testing.T) {
	good := atari(t).with(moves(1))
	if err := CheckAll(t.Context(), good.proof(good.Claim)); err != nil {
		t.Error(err)
	}
	err := CheckAll(t.Context(), good.proof(Claim{Captured: true, Moves: []byte{0}}))
	if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), "claim 2 of 2: no proof: byte 1") {
		t.Errorf("the second is false: %v", err)
	}
}

// TestUnderTheStones clears a region: after one clearing play may start again.
func TestUnderTheStones(t *testing.T) {
	p := atari(t).with(func(p *claimed) { p.Targets = nil })
	g := newGround(&p.Statement)
	s := g.start(&p.Statement, &p.Claim)
	if g.won(&s) {
		t.Error("won at the start")
	}
	if why := g.play(&s, 1); why != "" {
		t.Fatal(why)
	}
	if g.won(&s) {
		t.Error("won though Black may start again")
	}
	g.pass(&s)
	if !g.won(&s) {
		t.Error("not won though Black left it empty")
	}
}

func TestCheckLimits(t *testing.T) {
	p := eyes(t).with(moves(4, 4))
	if _, err := p.check(context.Background(), Options{States: 1}); !errors.Is(err, ErrProof) ||
		!strings.Contains(err.Error(), "more than 1 states") {
		t.Errorf("one state too many: %v", err)
	}
	if _, err := p.check(context.Background(), Options{States: 2}); err != nil {
		t.Error(err)
	}
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.check(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestNotWellFormed(t *testing.T) {
	for want, change := range map[string]func(*claimed){
		"without a board":                 func(p *claimed) { p.Board = nil },
		"3 colours on a board of 4":       func(p *claimed) { p.Stones = p.Stones[:3] },
		"no side is to move":              func(p *claimed) { p.ToPlay = game.Empty },
		"no defender":                     func(p *claimed) { p.Defender = 3 },
		"the ko is point 4":               func(p *claimed) { p.Ko = 4 },
		"the ko is not on an empty point": func(p *claimed) { p.Ko = 0 },
		"a region of 0 points":            func(p *claimed) { p.Region = nil },
		"point 0 of the region":           func(p *claimed) { p.Region = []game.Point{2, 0} },
		"point 7 of the region":           func(p *claimed) { p.Region = []game.Point{2, 7} },
		"65 targets":                      func(p *claimed) { p.Targets = make([]game.Point, 65) },
		"the target is point 1":           func(p *claimed) { p.Targets = []game.Point{1} },
		"no stone of the defender's":      func(p *claimed) { p.Targets = []game.Point{2} },
		"colour 3 on point 1":             func(p *claimed) { p.Stones[1] = 3 },
		"point 2 of the walls":            func(p *claimed) { p.Walls = []game.Point{3, 2} },
		"point 3 of the walls":            func(p *claimed) { p.Walls = []game.Point{3, 3} },
		"point 4 of the walls":            func(p *claimed) { p.Walls = []game.Point{4} },
		"a wall on A1":                    func(p *claimed) { p.Walls = []game.Point{2} },
		"a wall on B1":                    func(p *claimed) { p.Walls = []game.Point{3} },
		"bytes of moves":                  func(p *claimed) { p.Moves = make([]byte, MaxMoves+1) },
	} {
		p := atari(t).with(change)
		_, err := p.check(context.Background())
		if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
		if err := Write(&strings.Builder{}, p.proof()); !errors.Is(err, ErrProof) {
			t.Errorf("Write: %v; want %q", err, want)
		}
	}
}

// FuzzFalseClaims tries strategies for false claims.
func FuzzFalseClaims(f *testing.F) {
	f.Add([]byte{4, 4}, true)
	f.Add([]byte{2, 1}, false)
	f.Add([]byte{255}, true)
	f.Fuzz(func(t *testing.T, m []byte, captured bool) {
		p := atari(t)
		if captured {
			p = eyes(t)
		}
		p.Captured, p.Moves = captured, m
		if _, err := p.check(context.Background()); err == nil {
			t.Errorf("%v proves what is false", m)
		}
	})
}
