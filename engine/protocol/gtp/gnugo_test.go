package gtp

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine/protocol/internal/child"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// gnugo starts GNU Go, or skips the test.
func gnugo(t *testing.T, args string) *Client {
	t.Helper()
	if _, err := child.Command("gnugo"); err != nil {
		t.Skipf("GNU Go is missing (Debian: apt-get install gnugo): %v", err)
	}
	c, err := Start(t.Context(), "gnugo --mode gtp "+args, StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// TestAgainstGNUGo plays random games with both programs. It compares the legal
// moves before every move, and stones and captures after it. At the end, where
// one side surrounds every empty point, it compares the area. The ko rule and
// suicide change from game to game. MOYO_LONG plays 200 games.
func TestAgainstGNUGo(t *testing.T) {
	games := 10
	if os.Getenv("MOYO_LONG") != "" {
		games = 200
	}
	rules := []struct {
		id, args string
		client   *Client
	}{
		{id: "ko=positional,suicide=no", args: "--positional-superko --forbid-suicide"},
		{id: "ko=simple,suicide=no", args: "--simple-ko --forbid-suicide"},
		{id: "ko=situational,suicide=no", args: "--situational-superko --forbid-suicide"},
		// With superko GNU Go lets a suicide recreate a position; moyo does not.
		{id: "ko=simple,suicide=yes", args: "--simple-ko --allow-suicide"},
	}
	for i := range rules {
		rules[i].client = gnugo(t, "--level 0 --chinese-rules "+rules[i].args)
	}
	var d differ
	for i := range games {
		// Most games on 9x9; every tenth is on another board.
		size := 9
		if i%10 == 9 {
			size = []int{5, 13, 7, 19}[i/10%4]
		}
		r := rules[i%len(rules)]
		d.t, d.c, d.rng = t, r.client, rand.New(rand.NewPCG(uint64(i), 1))
		d.play(fmt.Sprintf("game %d on %dx%d, %s", i, size, size, r.id), size, r.id)
	}
	t.Logf("%d games, %d moves, %d stones taken, %d legality verdicts on points, %d bans by ko compared",
		games, d.moves, d.taken, d.verdicts, d.kos)
}

// differ plays games with both and counts the comparisons.
type differ struct {
	t        *testing.T
	c        *Client
	rng      *rand.Rand
	moves    int
	taken    int
	verdicts int
	kos      int
}

// ask sends a command and returns the words of the reply, sorted.
func (d *differ) ask(command string) []string {
	d.t.Helper()
	text, err := d.c.Command(d.t.Context(), command)
	if err != nil {
		d.t.Fatal(err)
	}
	words := strings.Fields(text)
	slices.Sort(words)
	return words
}

// play plays one game.
func (d *differ) play(title string, size int, rules string) {
	pos, err := must(weiqi.Parse("weiqi:komi=0.5," + rules)).New(board.Grid(size, size))
	if err != nil {
		d.t.Fatal(err)
	}
	d.ask(fmt.Sprintf("boardsize %d", size))
	d.ask("clear_board")
	d.ask("komi 0.5")
	for ply := 0; ply < 5*size*size; ply++ {
		legal := pos.LegalMoves(nil)
		d.compareLegal(title, pos, legal)
		m := d.choose(pos, legal)
		side := pos.ToPlay()
		before := pos.(game.Capturer).Captures(side)
		if err := pos.Play(m); err != nil {
			d.t.Fatalf("%s: %v", title, err)
		}
		d.ask(fmt.Sprintf("play %s %s", side, game.Format(pos, m)))
		d.moves++
		d.taken += pos.(game.Capturer).Captures(side) - before
		if pos.ToPlay() == game.Empty {
			break
		}
		d.compareStones(title, pos)
	}
	d.compareScore(title, pos)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// choose returns a random move that fills no eye of its own, or a pass.
func (d *differ) choose(pos game.Position, legal []game.Move) game.Move {
	d.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if m != game.Pass && !isEye(pos, m.Point(), pos.ToPlay()) {
			return m
		}
	}
	return game.Pass
}

// isEye reports whether all neighbours of p have the colour and none is in
// atari: a chain in atari is connected through its eye before it is lost.
func isEye(pos game.Position, p game.Point, color game.Color) bool {
	for _, q := range pos.Board().Neighbors(p) {
		if pos.At(q) != color {
			return false
		}
		if _, libs := pos.(game.Chainer).Chain(q); len(libs) == 1 {
			return false
		}
	}
	return true
}

// compareLegal compares the points that each side may play.
func (d *differ) compareLegal(title string, pos game.Position, legal []game.Move) {
	d.t.Helper()
	for _, side := range []game.Color{game.Black, game.White} {
		other := pos.Clone()
		moves := legal
		if side != pos.ToPlay() {
			other.(game.Turner).SetToPlay(side)
			moves = other.LegalMoves(nil)
		}
		var ours []string
		for _, m := range moves {
			if m != game.Pass {
				ours = append(ours, game.Format(pos, m))
			}
		}
		slices.Sort(ours)
		if theirs := d.ask("all_legal " + side.String()); !slices.Equal(ours, theirs) {
			d.t.Fatalf("%s, after %d moves, legal for %s: ours %q, GNU Go's %q\n%s",
				title, len(pos.Moves()), side, without(ours, theirs), without(theirs, ours), game.Picture(pos))
		}
		d.verdicts += pos.Board().Len()
		for p := range game.Move(pos.Board().Len()) {
			if other.Check(p) == game.Ko {
				d.kos++
			}
		}
	}
}

// without returns the words of a that b lacks.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(w string) bool { return slices.Contains(b, w) })
}

// compareStones compares stones and captures.
func (d *differ) compareStones(title string, pos game.Position) {
	d.t.Helper()
	for _, side := range []game.Color{game.Black, game.White} {
		var ours []string
		for p := range game.Point(pos.Board().Len()) {
			if pos.At(p) == side {
				ours = append(ours, pos.Board().Name(p))
			}
		}
		slices.Sort(ours)
		if theirs := d.ask("list_stones " + side.String()); !slices.Equal(ours, theirs) {
			d.t.Fatalf("%s, after %d moves, %s stones: ours %q, GNU Go's %q", title, len(pos.Moves()), side, ours, theirs)
		}
		ours = []string{fmt.Sprint(pos.(game.Capturer).Captures(side))}
		if theirs := d.ask("captures " + side.String()); !slices.Equal(ours, theirs) {
			d.t.Fatalf("%s, after %d moves, captures of %s: ours %q, GNU Go's %q", title, len(pos.Moves()), side, ours, theirs)
		}
	}
}

// compareScore compares the area score of a finished game.
func (d *differ) compareScore(title string, pos game.Position) {
	d.t.Helper()
	ours := pos.(game.Scorer).Score(nil).Outcome().String()
	theirs := d.ask("final_score")
	if len(theirs) != 1 || theirs[0] != ours {
		d.t.Errorf("%s: score %s, GNU Go's %q\n%s", title, ours, theirs, game.Picture(pos))
	}
}
