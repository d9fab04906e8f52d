package proof

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"moyo/board/boardfile"
	"moyo/game"
)

// prism is a claim on a custom board, within a wall.
func prism(t testing.TB) *claimed {
	t.Helper()
	d, err := boardfile.ReadJSON("prism",
		strings.NewReader(`{"title":"Prism","points":6,"edges":[[0,1],[1,2],[2,0],[3,4],[4,5],[5,3],[0,3],[1,4],[2,5]]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	p := sceneOn(t, b, "XX.oo_")
	p.Ko, p.Targets, p.Walls, p.Black, p.White, p.Moves = 2, []game.Point{0, 1}, []game.Point{5}, 3, Unlimited, []byte{0, 1, 2, Leaf}
	return p
}

// ko is a proof of two claims.
func ko(t testing.TB) *Proof {
	return atari(t).with(moves(1)).proof(Claim{Black: 1, White: Unlimited, Moves: []byte{2, 2}})
}

func written(t testing.TB, p *Proof) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sealed returns the bytes of a file with the right checksum.
func sealed(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(bytes.Clone(data), sum[:]...)
}

// equal compares proofs, boards by their JSON.
func equal(p, q *Proof) bool {
	a, b := *p, *q
	a.Board, b.Board = nil, nil
	same := func(c, d Claim) bool {
		return c.Black == d.Black && c.White == d.White && c.Captured == d.Captured && bytes.Equal(c.Moves, d.Moves)
	}
	return reflect.DeepEqual(a.Statement, b.Statement) && slices.EqualFunc(a.Claims, b.Claims, same) &&
		p.Board.Spec() == q.Board.Spec() && bytes.Equal(boardfile.JSON(p.Board), boardfile.JSON(q.Board))
}

func TestRoundTrip(t *testing.T) {
	for _, p := range []*Proof{
		ko(t), prism(t).proof(), eyes(t).proof(), scene(t, "X._").with(func(p *claimed) { p.ToPlay = game.Black }).proof(),
	} {
		got, err := Read(iotest.OneByteReader(bytes.NewReader(written(t, p))))
		if err != nil {
			t.Fatal(err)
		}
		if !equal(p, got) {
			t.Errorf("%+v was read as %+v", p, got)
		}
	}
}

// TestDamaged flips every bit of files, and cuts them at every byte: all are refused, by the
// checksum at least if the rest is valid.
func TestDamaged(t *testing.T) {
	for _, p := range []*Proof{ko(t), prism(t).proof()} {
		good, sums := written(t, p), 0
		for bit := range 8 * len(good) {
			data := bytes.Clone(good)
			data[bit/8] ^= 1 << (bit % 8)
			_, err := Read(bytes.NewReader(data))
			if !errors.Is(err, ErrProof) {
				t.Errorf("bit %d of byte %d flipped: %v", bit%8, bit/8, err)
			} else if strings.Contains(err.Error(), "checksum") {
				sums++
			}
		}
		if sums < 8*sha256.Size {
			t.Errorf("the checksum is wrong %d times", sums)
		}
		for n := range good {
			if _, err := Read(bytes.NewReader(good[:n])); !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), "ends too early") {
				t.Errorf("cut off after %d bytes: %v", n, err)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	whole := written(t, atari(t).with(moves(1)).proof())
	good := whole[:len(whole)-sha256.Size]
	change := func(at int, to ...byte) []byte {
		return sealed(append(append(bytes.Clone(good[:at]), to...), good[at+len(to):]...))
	}
	spec := len(magic) + 1 // after the length
	body := spec + len(atari(t).Board.Spec())
	claims := body + 10 // stones, side, ko, defender, 1 target, 2 points of the region, no walls
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"as it is":          {change(0), ""},
		"empty":             {nil, "ends too early"},
		"another file":      {[]byte(strings.Repeat("GIF89a", 10)), "where"},
		"another version":   {change(len(magic)-2, '3'), "where"},
		"the first version": {change(len(magic)-2, '1'), "prove it again"},
		"no claim":          {sealed(append(bytes.Clone(good[:claims]), 0)), "0 claims: want 1"},
		"too many claims":   {change(claims, 65), "claims: more than 64"},
		"a second one":      {sealed(append(bytes.Clone(good[:claims]), 2, 0, 0, 1, 0)), "claim 2: no proof: "},
		"something behind":  {append(bytes.Clone(whole), 0), "continues after its end"},
		"another checksum":  {append(bytes.Clone(good), make([]byte, sha256.Size)...), "damaged"},
		"an unknown board":  {change(spec, 'q'), `unknown kind "qrid"`},
		"a colour":          {change(body, 0xff), "colour 3"},
		"side to move":      {change(body+1, 3), "side to move: more than 2"},
		"no side to move":   {change(body+1, 0), "no side is to move"},
		"ko":                {change(body+2, 99), "ko: more than 4"},
		"targets":           {change(body+4, 65), "targets: more than 64"},
		"target":            {change(body+5, 9), "targets: more than 3"},
		"region":            {change(body+6, 0xff, 0xff), "region: more than 192"},
		"walls":             {change(body+9, 5), "walls: more than 4"},
		"who wins":          {change(claims+3, 2), "claim 1: no proof: who wins: more than 1"},
		"a long number":     {append(bytes.Clone(good[:body+1]), bytes.Repeat([]byte{0x80}, 20)...), "side to move: more than 2"},
		"more moves than 1": {sealed(append(bytes.Clone(good[:len(good)-2]), 0xff, 0xff, 0x7f, 1)), "ends too early"},
	} {
		_, err := Read(bytes.NewReader(c.data))
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrProof) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
	if _, err := Read(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(whole)))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("the reader's own error: %v", err)
	}
}

// TestWrongJSON gives a custom board the JSON of another.
func TestWrongJSON(t *testing.T) {
	data := written(t, prism(t).proof())
	data = bytes.Replace(data[:len(data)-sha256.Size], []byte("[0,3]"), []byte("[0,4]"), 1)
	_, err := Read(bytes.NewReader(sealed(data)))
	if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), "does not match") {
		t.Errorf("another board: %v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	for _, p := range []*Proof{atari(t).proof(make([]Claim, MaxClaims)...), {Statement: atari(t).Statement}} {
		if err := Write(io.Discard, p); !errors.Is(err, ErrProof) {
			t.Errorf("%d claims: %v", len(p.Claims), err)
		}
		if err := CheckAll(t.Context(), p); !errors.Is(err, ErrProof) {
			t.Errorf("%d claims are checked: %v", len(p.Claims), err)
		}
	}
	if err := Write(failing{}, atari(t).proof()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the writer's own error: %v", err)
	}
	if err := Write(&failingAfter{1}, atari(t).proof()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the writer's own error at the checksum: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// failingAfter fails after left writes.
type failingAfter struct{ left int }

func (f *failingAfter) Write(data []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(data), nil
}

// FuzzRead reads arbitrary input, as it is and with the right checksum.
func FuzzRead(f *testing.F) {
	for _, p := range []*Proof{ko(f), eyes(f).proof(), prism(f).proof()} {
		data := written(f, p)
		f.Add(data)
		f.Add(data[:len(data)-sha256.Size])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, sealed(data)} {
			p, err := Read(bytes.NewReader(data))
			if err != nil {
				if !errors.Is(err, ErrProof) {
					t.Errorf("%v does not report that the file is at fault", err)
				}
				continue
			}
			again, err := Read(bytes.NewReader(written(t, p)))
			if err != nil {
				t.Fatal(err)
			}
			if !equal(p, again) || p.Hash() != again.Hash() {
				t.Errorf("%+v was read as %+v", p, again)
			}
		}
	})
}
