package placing_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/placing"
)

// endless is hunt with a ko rule and passes; two passes end it.
func endless(b *board.Board, ko placing.Ko) *placing.Game {
	g := placing.New(nil, &placing.RuleSet{
		Ko: ko, Pass: true, Breath: true, Takes: placing.Surround,
		Wins:  func(*placing.Game, game.Point) string { return "" },
		Stuck: func(game.Color, bool) game.Outcome { return game.Outcome{} },
	}, b)
	return &g
}

// picture is the stones and the side to move.
type picture struct {
	stones string
	toPlay game.Color
}

func pictureOf(g *placing.Game) picture {
	s := make([]byte, g.Board().Len())
	for p := range s {
		s[p] = ".XO"[g.At(game.Point(p))]
	}
	return picture{string(s), g.ToPlay()}
}

// forbids reports whether the ko rule, as documented, forbids a move that leads to now after the
// positions so far; it is played in the last of them.
func forbids(ko placing.Ko, past []picture, now picture) bool {
	same := func(p picture) bool { return p.stones == now.stones }
	switch ko {
	case placing.PositionalKo:
		return slices.ContainsFunc(past, same)
	case placing.SituationalKo:
		return slices.Contains(past, now)
	case placing.SimpleKo:
		return len(past) > 1 && same(past[len(past)-2])
	}
	return false
}

// TestRepeats plays random games on tiny boards beside a game that allows repetition. Exactly the
// moves that repeat a position must be forbidden, and undo must restore all positions.
func TestRepeats(t *testing.T) {
	for ko := placing.PositionalKo; ko <= placing.NoKo; ko++ {
		forbidden := 0
		for _, spec := range []string{"grid:3x2", "grid:4x2", "grid:3", "torus:3x3", "cycle:5"} {
			b, err := board.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(10) {
				forbidden += repeatsInGame(t, b, ko, rand.New(rand.NewPCG(seed, 5)))
			}
		}
		if ko != placing.NoKo && forbidden < 10 {
			t.Errorf("ko rule %d forbade only %d moves", ko, forbidden)
		}
	}
}

// repeatsInGame plays one game of at most 60 moves and returns how many moves
// were forbidden.
func repeatsInGame(t *testing.T, b *board.Board, ko placing.Ko, rng *rand.Rand) (forbidden int) {
	t.Helper()
	g, free := endless(b, ko), endless(b, placing.NoKo)
	past := []picture{pictureOf(g)}
	for len(g.Moves()) < 60 && !g.Outcome().Over {
		for p := range game.Point(b.Len()) {
			want := free.Check(game.Place(p))
			if want == game.Legal {
				twin := placing.Copy(free)
				if err := twin.Play(game.Place(p)); err != nil {
					t.Fatal(err)
				}
				if forbids(ko, past, pictureOf(&twin)) {
					want = game.Ko
					forbidden++
				}
			}
			if got := g.Check(game.Place(p)); got != want {
				t.Fatalf("ko rule %d on %s: point %d after %v is %q, want %q", ko, b.Spec(), p, g.Moves(), got.Code(), want.Code())
			}
		}
		moves := g.LegalMoves(nil)
		m := moves[rng.IntN(len(moves))]
		if m == game.Pass && len(moves) > 1 && rng.IntN(4) > 0 {
			m = moves[rng.IntN(len(moves)-1)]
		}
		if err := errors.Join(g.Play(m), free.Play(m)); err != nil {
			t.Fatal(err)
		}
		past = append(past, pictureOf(g))
	}
	for i := len(past) - 2; i >= 0; i-- {
		if !g.Undo() || pictureOf(g) != past[i] {
			t.Fatalf("undo to move %d gives %v, want %v", i, pictureOf(g), past[i])
		}
	}
	if g.Undo() {
		t.Fatal("undo of nothing")
	}
	return forbidden
}

// TestSetToPlay: the turn goes to the other side, ends a run of passes and a ko, and comes back
// with the move before it. It has no effect if the side is already to move or not a side, or the
// game is over.
func TestSetToPlay(t *testing.T) {
	g := endless(board.Grid(4, 4), placing.SimpleKo)
	for _, m := range []game.Move{1, 2, 4, 7, 9, 10, 15, 5, 6} { // Black captures the stone on 5
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if g.Check(5) != game.Ko || placing.KoPoint(g) != 5 {
		t.Fatalf("no ko on point 5: %s", g.Check(5).Code())
	}
	hash := g.Hash()
	for _, c := range []game.Color{game.White, game.Empty, 3} {
		if g.SetToPlay(c); g.ToPlay() != game.White || g.Hash() != hash || g.Check(5) != game.Ko {
			t.Errorf("the turn given to %d changes something", c)
		}
	}
	if g.SetToPlay(game.Black); g.ToPlay() != game.Black || placing.KoPoint(g) != board.None {
		t.Errorf("%s to play, ko on %d", g.ToPlay(), placing.KoPoint(g))
	}
	if g.SetToPlay(game.White); g.Check(5) != game.Legal {
		t.Errorf("the ko is back: %s", g.Check(5).Code())
	}
	for range 2 { // White passes, and gets the turn again
		if err := g.Play(game.Pass); err != nil {
			t.Fatal(err)
		}
		g.SetToPlay(game.White)
	}
	if g.Outcome().Over || g.ToPlay() != game.White {
		t.Errorf("after passes with a turn given between them: %+v", g.Outcome())
	}
	for range 2 {
		if err := g.Play(game.Pass); err != nil {
			t.Fatal(err)
		}
	}
	over := g.Hash()
	for _, c := range []game.Color{game.Black, game.White} {
		if g.SetToPlay(c); !g.Outcome().Over || g.ToPlay() != game.Empty || g.Hash() != over {
			t.Errorf("the turn given to %s when the game is over changes something", c)
		}
	}
}

// TestDraw: only a full board counts as full.
func TestDraw(t *testing.T) {
	for full, how := range map[bool]string{true: "board full", false: "blocked"} {
		if got := placing.Draw(game.Black, full); got != (game.Outcome{Over: true, How: how}) {
			t.Errorf("full %v: %+v", full, got)
		}
	}
}

// TestStuck: a game ends exactly when the side to move can place no stone, and its rules learn
// whether the board is full.
func TestStuck(t *testing.T) {
	full, blocked := 0, 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 6))
		g := placing.New(nil, &placing.RuleSet{
			Breath: true, Takes: placing.Surround, Wins: func(*placing.Game, game.Point) string { return "" }, Stuck: placing.Draw,
		}, board.Grid(3, 2+int(seed%2)))
		for len(g.Moves()) < 100 && !g.Outcome().Over {
			moves := g.LegalMoves(nil)
			if len(moves) == 0 {
				t.Fatalf("after %v there are no moves, but the game continues", g.Moves())
			}
			if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		empty := strings.Count(pictureOf(&g).stones, ".")
		switch how := g.Outcome().How; {
		case how == "board full" && empty == 0:
			full++
		case how == "blocked" && empty > 0:
			blocked++
		case how != "":
			t.Errorf("after %v: %s with %d empty points", g.Moves(), how, empty)
		}
	}
	if blocked < 20 {
		t.Errorf("%d games ended with a full board, %d blocked", full, blocked)
	}
}
