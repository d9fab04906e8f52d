package proof

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"moyo/board/boardfile"
	"moyo/game"
)

// prism is a board that no spec makes.
func prism(t testing.TB) *Proof {
	t.Helper()
	d, err := boardfile.ReadJSON("prism", strings.NewReader(`{"title":"Prism","points":6,"edges":[[0,1],[1,2],[2,0],[3,4],[4,5],[5,3],[0,3],[1,4],[2,5]]}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	p := sceneOn(t, b, "XX.oo_")
	p.Ko, p.Targets, p.Black, p.White, p.Moves = 5, []game.Point{0, 1}, 3, Unlimited, []byte{0, 1, 2, Leaf}
	return p
}

func written(t testing.TB, proofs ...*Proof) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, proofs); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// equal compares proofs, boards by their JSON.
func equal(p, q *Proof) bool {
	a, b := *p, *q
	a.Board, b.Board = nil, nil
	if len(a.Moves) == 0 && len(b.Moves) == 0 {
		a.Moves, b.Moves = nil, nil
	}
	return reflect.DeepEqual(a, b) && p.Board.Spec() == q.Board.Spec() && bytes.Equal(boardfile.JSON(p.Board), boardfile.JSON(q.Board))
}

func TestRoundTrip(t *testing.T) {
	proofs := []*Proof{atari(t).with(moves(1)), prism(t), eyes(t), scene(t, "X._").with(func(p *Proof) { p.Defender, p.ToPlay = game.Black, game.Black })}
	got, err := Read(iotest.OneByteReader(bytes.NewReader(written(t, proofs...))))
	if err != nil || len(got) != len(proofs) {
		t.Fatal(len(got), err)
	}
	for i, p := range proofs {
		if !equal(p, got[i]) {
			t.Errorf("%+v was read as %+v", p, got[i])
		}
	}
	if got, err := Read(bytes.NewReader(written(t))); err != nil || len(got) != 0 {
		t.Errorf("no proofs: %v, %v", got, err)
	}
}

func TestReadRefuses(t *testing.T) {
	good := written(t, atari(t).with(moves(1)))
	head := len(magic) + 1
	change := func(at int, to ...byte) []byte {
		return append(append(bytes.Clone(good[:at]), to...), good[at+len(to):]...)
	}
	spec := head + 1 // behind the length
	body := spec + len(atari(t).Board.Spec())
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":             {nil, "ends too early"},
		"another file":      {[]byte(strings.Repeat("GIF89a", 10)), "where"},
		"another version":   {change(len(magic)-2, '2'), "where"},
		"too many proofs":   {change(len(magic), 65), "proofs: more than 64"},
		"a second one":      {change(len(magic), 2), "proof 2: no proof: the file ends too early"},
		"something behind":  {append(bytes.Clone(good), 0), "something follows"},
		"an unknown board":  {change(spec, 'q'), `unknown kind "qrid"`},
		"a colour":          {change(body, 0xff), "colour 3"},
		"side to move":      {change(body+1, 3), "side to move: more than 2"},
		"nobody to move":    {change(body+1, 0), "nobody is to move"},
		"ko":                {change(body+2, 99), "ko: more than 4"},
		"targets":           {change(body+4, 65), "targets: more than 64"},
		"target":            {change(body+5, 9), "targets: more than 3"},
		"region":            {change(body+6, 0xff, 0xff), "region: more than 192"},
		"a long number":     {append(bytes.Clone(good[:body+1]), bytes.Repeat([]byte{0x80}, 20)...), "side to move: more than 2"},
		"more moves than 1": {append(bytes.Clone(good[:len(good)-2]), 0xff, 0xff, 0x7f, 1), "ends too early"},
	} {
		_, err := Read(bytes.NewReader(c.data))
		if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", name, err, c.want)
		}
	}
	for n := range good {
		if _, err := Read(bytes.NewReader(good[:n])); !errors.Is(err, ErrProof) {
			t.Errorf("cut off after %d bytes: %v", n, err)
		}
	}
	if _, err := Read(iotest.TimeoutReader(iotest.OneByteReader(bytes.NewReader(good)))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("the reader's own error: %v", err)
	}
}

// TestWrongJSON gives a custom board the JSON of another.
func TestWrongJSON(t *testing.T) {
	data := written(t, prism(t))
	_, err := Read(bytes.NewReader(bytes.Replace(data, []byte("[0,3]"), []byte("[0,4]"), 1)))
	if !errors.Is(err, ErrProof) || !strings.Contains(err.Error(), "is not that of") {
		t.Errorf("another board: %v", err)
	}
}

func TestWriteRefuses(t *testing.T) {
	if err := Write(io.Discard, make([]*Proof, MaxProofs+1)); !errors.Is(err, ErrProof) {
		t.Errorf("too many: %v", err)
	}
	w := iotest.TruncateWriter(io.Discard, 10)
	if err := Write(w, []*Proof{atari(t)}); err != nil {
		t.Errorf("a writer that says nothing: %v", err)
	}
	if err := Write(failing{}, []*Proof{atari(t)}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the writer's own error: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func FuzzRead(f *testing.F) {
	f.Add(written(f, atari(f).with(moves(1)), eyes(f)))
	f.Add(written(f, prism(f)))
	f.Fuzz(func(t *testing.T, data []byte) {
		proofs, err := Read(bytes.NewReader(data))
		if err != nil {
			if !errors.Is(err, ErrProof) {
				t.Errorf("%v does not say that the file is at fault", err)
			}
			return
		}
		again, err := Read(bytes.NewReader(written(t, proofs...)))
		if err != nil || len(again) != len(proofs) {
			t.Fatal(err)
		}
		for i, p := range proofs {
			if !equal(p, again[i]) {
				t.Errorf("%+v was read as %+v", p, again[i])
			}
		}
	})
}
