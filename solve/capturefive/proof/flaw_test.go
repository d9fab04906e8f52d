package proof_test

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/capturefive/internal/slow"
	"moyo/solve/capturefive/proof"
)

// verdict reports whether a table proves a claim according to the oracle's moves, on a board
// without symmetries. It knows which entries may be missing.
type verdict struct {
	o     *truth
	claim proof.Claim
	table map[slow.State]game.Point
	seen  map[slow.State]int // hold: the largest number of remaining plies at a visit
}

func (v *verdict) right() bool {
	left := v.claim.Plies
	if v.claim.Win {
		return v.wins(v.o.start, left)
	}
	if left == 0 {
		left = 1 << 30
	}
	return v.holds(v.o.start, left)
}

// wins reports whether the side wins from s within the given plies.
func (v *verdict) wins(s slow.State, left int) bool {
	moves := v.o.r.Moves(s)
	if s.ToPlay != v.claim.Side {
		for _, m := range moves {
			if m.End != slow.GoesOn || !v.wins(m.Then, left-1) {
				return false
			}
		}
		return len(moves) > 0
	}
	m, ok := v.move(s, moves)
	if !ok {
		return left >= 1 && v.winsAtOnce(moves)
	}
	return left >= 1 && (m.End == slow.Wins || m.End == slow.GoesOn && v.wins(m.Then, left-1))
}

// move returns the table's move. An illegal one counts as a draw.
func (v *verdict) move(s slow.State, moves []slow.Move) (slow.Move, bool) {
	p, ok := v.table[s]
	for _, m := range moves {
		if m.Point == p {
			return m, ok
		}
	}
	return slow.Move{Point: -2, End: slow.Draw}, ok
}

func (v *verdict) winsAtOnce(moves []slow.Move) bool {
	return slices.ContainsFunc(moves, func(m slow.Move) bool { return m.End == slow.Wins })
}

// holds reports whether the other side does not win from s within the given plies.
func (v *verdict) holds(s slow.State, left int) bool {
	if left <= 0 || v.seen[s] >= left {
		return true
	}
	v.seen[s] = left
	moves := v.o.r.Moves(s)
	if s.ToPlay != v.claim.Side {
		for _, m := range moves {
			if m.End == slow.Wins || m.End == slow.GoesOn && !v.holds(m.Then, v.less(left)) {
				return false
			}
		}
		return true
	}
	if left == 1 {
		return true
	}
	m, ok := v.move(s, moves)
	switch {
	case !ok:
		return v.holdsByItself(s, moves, left)
	case m.Point == -2:
		return false
	}
	return m.End != slow.GoesOn || v.holds(m.Then, v.less(left))
}

func (v *verdict) less(left int) int {
	if v.claim.Plies == 0 {
		return left // holds forever
	}
	return left - 1
}

func (v *verdict) holdsByItself(s slow.State, moves []slow.Move, left int) bool {
	if s.Passed || len(moves) == 0 || v.winsAtOnce(moves) || v.shut(s) {
		return true
	}
	return left <= 3 && slices.ContainsFunc(moves, func(m slow.Move) bool {
		return m.End == slow.Draw || !v.winsAtOnce(v.o.r.Moves(m.Then))
	})
}

// shut reports whether the other side could not make a row even with all empty points.
func (v *verdict) shut(s slow.State) bool {
	if v.o.r.Captures {
		return false
	}
	for p := range v.o.r.Board.Len() {
		if s.Stones[p] == game.Empty {
			s.Stones[p] = v.claim.Side.Other()
		}
	}
	return v.o.r.Longest(s, v.claim.Side.Other()) < v.o.r.N
}

// TestCheckFlaws makes random changes to valid proofs: moves, missing entries, claims. The checker
// must agree with the oracle on each.
func TestCheckFlaws(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(3, 3))
	right, wrong := 0, 0
	for _, c := range []struct{ spec, rules string }{
		{"lattice:4x2-A1", "n=3,ko=simple"}, {"lattice:4x2-A1", "n=3,ko=simple,pass=yes"}, {"lattice:4x2-A1", "n=4,ko=simple"},
		{"lattice:4x2-A1", "n=3,captures=no"}, {"lattice:4x3-A1-B1-D3", "n=3,captures=no,lines=all"},
	} {
		o := solve(t, c.spec, c.rules, slow.Empty())
		if n := len(o.r.Board.Symmetries(9)); n != 1 {
			t.Fatalf("%s: %d symmetries", c.spec, n)
		}
		for _, side := range []game.Color{game.Black, game.White} {
			for range 14 {
				v := &verdict{o, o.claim(side), o.table(side), map[slow.State]int{}}
				v.spoil(r)
				report, err := check(o.file(t, v.claim, v.table))
				want := v.right()
				if report.Verified != want || (err == nil) != want || err != nil && !errors.Is(err, proof.ErrRefuted) {
					t.Fatalf("%s %s: want %v: %+v, %v", c.spec, c.rules, want, report, err)
				}
				if want {
					right++
					continue
				}
				wrong++
				o.replays(t, report)
			}
		}
	}
	t.Logf("%d right, %d wrong", right, wrong)
	if right < 30 || wrong < 30 {
		t.Error("too few to tell")
	}
}

// spoil makes a few random changes.
func (v *verdict) spoil(r *rand.Rand) {
	states := slices.SortedFunc(maps.Keys(v.table), func(a, b slow.State) int {
		return strings.Compare(string(bytesOf(a)), string(bytesOf(b)))
	})
	for range r.IntN(4) {
		switch s := states[r.IntN(len(states))]; r.IntN(8) {
		case 0:
			v.claim.Plies = max(1, v.claim.Plies+r.IntN(3)-1)
		case 1, 2, 3:
			delete(v.table, s)
		default:
			moves := v.o.r.Moves(s)
			v.table[s] = moves[r.IntN(len(moves))].Point
		}
	}
}

func bytesOf(s slow.State) []byte {
	b := []byte{byte(s.Ko), byte(s.ToPlay)}
	for _, c := range s.Stones {
		b = append(b, byte(c))
	}
	if s.Passed {
		b = append(b, 1)
	}
	return b
}

// A false claim is refused whatever the table, also if one entry represents many images.
func TestCheckFalseClaims(t *testing.T) {
	for _, c := range []struct{ spec, rules string }{
		{"grid:3", "n=3,ko=simple"}, {"torus:3x3", "n=3,lines=all,captures=no"}, {"grid:2x4", "n=3,ko=simple,pass=yes"},
	} {
		o := solve(t, c.spec, c.rules, slow.Empty())
		for _, claim := range []proof.Claim{o.claim(game.Black), o.claim(game.White)} {
			claim.Plies += map[bool]int{true: -1, false: 1}[claim.Win]
			report, err := check(o.file(t, claim, o.table(claim.Side)))
			if !errors.Is(err, proof.ErrRefuted) || report.Verified {
				t.Errorf("%s %s %+v: %+v, %v", c.spec, c.rules, claim, report, err)
			}
			o.replays(t, report)
			if !claim.Win {
				claim.Plies = 0
				if report, err := check(o.file(t, claim, o.table(claim.Side))); !errors.Is(err, proof.ErrRefuted) {
					t.Errorf("%s %s %+v: %+v, %v", c.spec, c.rules, claim, report, err)
				}
			}
		}
	}
}

// replays reports whether a refutation is a line of legal moves, except for the last.
func (o *truth) replays(t *testing.T, report proof.Report) {
	t.Helper()
	s := o.start
	for i, m := range report.Refutation {
		moves := o.r.Moves(s)
		at := slices.IndexFunc(moves, func(mv slow.Move) bool { return game.Move(mv.Point) == m })
		if at < 0 || i < len(report.Refutation)-1 && moves[at].End != slow.GoesOn {
			t.Errorf("%s %s: refutation %v, illegal at %d", o.spec, o.rules, report.Refutation, i)
			return
		}
		s = moves[at].Then
	}
}

// Every file with a flipped bit or a missing end is refused with its reason.
func TestCheckAltered(t *testing.T) {
	o := solve(t, "grid:2x3", "n=3,ko=simple", slow.Empty())
	file := o.file(t, o.claim(game.Black), o.table(game.Black))
	for i := range len(file) * 8 {
		bad := slices.Clone(file)
		bad[i/8] ^= 1 << (i % 8)
		if report, err := check(bad); report.Verified || !errors.Is(err, proof.ErrFormat) {
			t.Errorf("bit %d of byte %d (%q): %v", i%8, i/8, file[i/8], err)
		}
	}
	for i := range file {
		if _, err := check(file[:i]); !errors.Is(err, proof.ErrFormat) {
			t.Errorf("cut after %d bytes: %v", i, err)
		}
	}
	if _, err := check(append(slices.Clip(file), 0)); !errors.Is(err, proof.ErrFormat) {
		t.Errorf("a byte more: %v", err)
	}
	if _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{States: 3}); !errors.Is(err, proof.ErrLimit) {
		t.Errorf("limit: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := proof.Check(ctx, bytes.NewReader(file), proof.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// FuzzCheck checks arbitrary files: Check neither panics nor takes long.
func FuzzCheck(f *testing.F) {
	for _, rules := range []string{"n=3,ko=simple", "n=3,captures=no", "n=3,ko=positional,pass=yes"} {
		o := solve(f, "grid:2x3", rules, slow.Empty())
		for _, side := range []game.Color{game.Black, game.White} {
			f.Add(o.file(f, o.claim(side), o.table(side)))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		opt := proof.Options{States: 1 << 12, Steps: 1 << 12}
		report, err := proof.Check(context.Background(), bytes.NewReader(file), opt)
		if report.Verified != (err == nil) {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

// FuzzTable checks arbitrary tables under a correct checksum.
func FuzzTable(f *testing.F) {
	for i := range byte(4) {
		f.Add([]byte{0, 0, 0, 4, 1, 2, 0, i}, 2, i)
	}
	f.Fuzz(func(t *testing.T, entries []byte, count int, kind byte) {
		claim := [...]string{"win", "win 5", "never", "not-within 7"}[kind%4]
		rules := [...]string{"ko=simple", "ko=positional"}[kind/4%2]
		side := [...]string{"black", "white"}[kind/8%2]
		var table bytes.Buffer
		to, _ := flate.NewWriter(&table, flate.BestSpeed)
		to.Write(entries)
		to.Close()
		text := fmt.Sprintf("moyo capturefive proof 1\nrules capturefive:n=3,%s\n"+
			"board grid:3x2\nfirst black\nside %s\nclaim %s\nstart 0 0 0\nentries %d\nbytes %d\n",
			rules, side, claim, max(count, 0), table.Len())
		sum := sha256.Sum256([]byte(text + table.String()))
		file := fmt.Sprintf("%ssha256 %x\n\n%s", text, sum, table.String())
		report, err := proof.Check(context.Background(), strings.NewReader(file), proof.Options{States: 1 << 12, Steps: 1 << 12})
		if report.Verified != (err == nil) {
			t.Errorf("%+v, %v", report, err)
		}
		if report.Verified && claim[0] == 'w' {
			t.Errorf("%s does not win on 3x2: %+v", side, report)
		}
	})
}
