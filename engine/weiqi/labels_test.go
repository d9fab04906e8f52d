package weiqi

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"moyo/engine/neural"
	"moyo/game"
	"moyo/internal/testenv"
)

// A game with a handicap on 3x2, with a position that has no label.
const labelledLine1 = `{"w":3,"h":2,"komi":-1.5,"kind":"handicap","first":"W","setup":[0],"moves":[2,-1,4],` +
	`"rows":[[[2,300,4,100,-1,100],0.25,-3.5,"044448"],null,[[4,1000],1,0,"888888"]]}` + "\n"

// TestReadLabelled reads what was written, plain and compressed, up to a truncated line.
func TestReadLabelled(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(labelledLine1))
	w.Close()
	for name, text := range map[string]string{"plain": labelledLine1 + labelledLine1[:50], "packed.gz": packed.String()} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		games, err := ReadLabelled(file)
		if err != nil || len(games) != 1 || len(games[0].Rows) != 3 || games[0].Rows[1] != nil || games[0].Rows[0].Lead != -3.5 {
			t.Fatalf("%s: %v, %v", name, games, err)
		}
		if line, err := json.Marshal(games[0]); err != nil || string(line)+"\n" != labelledLine1 {
			t.Errorf("%s: written again, %s, %v", name, line, err)
		}
	}
	if _, err := ReadLabelled(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("reading a missing file gave no error")
	}
}

// TestLabelledErrors: each fault in a game gives an error that names the file and the game's number.
func TestLabelledErrors(t *testing.T) {
	for _, c := range [][2]string{
		{`"w":3`, `"w":0`}, {`"w":3`, `"w":26`}, {`"w":3`, `"w":4`},
		{`"w":3`, `"width":3`}, {`"first":"W"`, `"first":"X"`}, {`"setup":[0]`, `"setup":[6]`},
		{`"moves":[2,-1,4]`, `"moves":[2,-1]`}, {`[[4,1000],1,0,`, `[[4,1000],1,`}, {`[4,1000]`, `[6,1000]`},
		{`[4,1000]`, `[4,1001]`}, {`[4,1000]`, `[4,0]`}, {`[4,1000]`, `[4]`},
		{`[4,1000]`, `[-2,10]`}, {`[4,1000]`, `[4,-1]`}, {`1000],1,0`, `1000],1.1,0`},
		{`0.25,-3.5`, `0.25,-3500`}, {`"044448"`, `"04444"`}, {`"044448"`, `"044449"`},
		{`"komi":-1.5`, `"komi":1500`},
	} {
		text := labelledLine1 + strings.Replace(labelledLine1, c[0], c[1], 1)
		if games, err := readLabelled(strings.NewReader(text)); err == nil || len(games) != 1 {
			t.Errorf("%s for %s: %d games were read, %v", c[1], c[0], len(games), err)
		}
	}
}

// FuzzReadLabelled reads any text; what it accepts becomes samples, or is refused as illegal.
func FuzzReadLabelled(f *testing.F) {
	f.Add([]byte(labelledLine1))
	f.Fuzz(func(t *testing.T, raw []byte) {
		games, _ := readLabelled(bytes.NewReader(raw))
		l := newSamples(featuresPlain, 0.5)
		for _, g := range games {
			if g.Width*g.Height > 100 || len(g.Moves) > 50 {
				continue
			}
			for _, p := range g.places() {
				sample, err := l.at(p)
				if err == nil && len(sample.in.Planes) != g.Width*g.Height*inputs {
					t.Fatal(len(sample.in.Planes))
				}
			}
		}
	})
}

// TestLabelledSample: a sample shows the handicap stones, the komi and the side to move; its target is the label.
func TestLabelledSample(t *testing.T) {
	games, err := readLabelled(strings.NewReader(labelledLine1))
	if err != nil {
		t.Fatal(err)
	}
	l := newSamples(featuresPlain, 0.5)
	places := games[0].places()
	if len(places) != 2 || places[1].ply != 2 {
		t.Fatalf("%v", places)
	}
	first, err := l.at(places[0])
	if err != nil {
		t.Fatal(err)
	}
	plane := func(in neural.Input, p, i int) float32 { return in.Planes[p*inputs+i] }
	if plane(first.in, 0, inEnemy) != 1 || plane(first.in, 1, inEnemy) != 0 || plane(first.in, 3, inKomi) != -0.15 {
		t.Errorf("features for White: %v", first.in.Planes)
	}
	want := neural.Target{
		Policy: []float32{0, 0, 0.6, 0, 0.2, 0}, Pass: 0.2, Win: 0.25, Lead: -3.5, Ownership: []float32{-1, 0, 0, 0, 0, 1},
		Legal: first.want.Legal,
	}
	if !reflect.DeepEqual(first.want, want) || !first.want.Legal[1] || first.want.Legal[0] {
		t.Errorf("wanted %+v", first.want)
	}
	last, err := l.at(places[1]) // White to move again, after its stone and a pass
	if err != nil || plane(last.in, 2, inOwn) != 1 || plane(last.in, 0, inEnemy) != 1 ||
		plane(last.in, 5, inPassed) != 1 || last.want.Ownership[3] != 1 {
		t.Errorf("after a pass: %+v, %v", last.want, err)
	}
	again, err := l.at(places[0])
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Error("the same position gives another sample the second time")
	}
	games[0].Moves[0] = 0
	if _, err := l.at(places[1]); err == nil {
		t.Error("a move on a stone is taken")
	}
}

// TestTrainOnLabels trains on labels and on games of the engine, and resumes with its average after a stop: the result is the same.
func TestTrainOnLabels(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	games, err := PlayGames(t.Context(), filepath.Join(dir, "games"), shortGames, 3, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	labels := randomLabels(t, 6)
	opt := TrainOptions{
		Config: neural.Config{Channels: 16, Blocks: 1, Straight: true, Lead: true},
		Labels: labels[1:], Validation: labels[:1], OwnShare: 0.2, Average: 0.95,
		Steps: 2 * reportSteps, Batch: 4, Rate: 3e-3, Threads: 1, Seed: 1,
	}
	var losses []neural.Loss
	opt.Progress = func(_ int, _, held neural.Loss) { losses = append(losses, held) }
	want, err := Train(t.Context(), games, opt)
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := Measure(want, labels)
	if err != nil || len(kinds) != 4 || kinds[0].Positions+kinds[1].Positions+kinds[2].Positions > 0 ||
		kinds[3].Positions != 48 || kinds[3].Loss.Lead > 3 {
		t.Errorf("measured: %+v, %v", kinds, err)
	}
	if c := want.Config; !c.Straight || !c.Lead {
		t.Errorf("it is %+v", c)
	}
	if last := losses[len(losses)-1]; last.Lead > 3 || last.Value > 0.1 || last.Ownership > 0.2 || last.Policy-last.Least > 0.5 {
		t.Errorf("of positions held back it knows %+v", last)
	}
	opt.State = filepath.Join(dir, "state")
	ctx, stop := context.WithCancel(t.Context())
	opt.Progress = func(int, neural.Loss, neural.Loss) { stop() }
	if _, err := Train(ctx, games, opt); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	opt.Progress = nil
	got, err := Train(t.Context(), games, opt)
	if err != nil || got.Hash() != want.Hash() {
		t.Errorf("after a stop training differs: %v", err)
	}
}

// randomLabels returns games of passes and stones whose labels follow from the position:
// the move is the first empty point, and Black owns all. The komi shows the side to move.
func randomLabels(t *testing.T, count int) (games []*Labelled) {
	t.Helper()
	r := rand.New(rand.NewPCG(71, 72))
	for range count {
		g := &Labelled{Width: 4, Height: 4, Komi: 20, Kind: "test", First: "B", Setup: []int{}}
		for ply, p := range r.Perm(16)[:8] {
			l := &Label{Policy: []int32{int32(p), 1000}, Value: 1, Lead: 15.5, Owner: strings.Repeat("8", 16)}
			if ply%2 == 1 {
				l.Value, l.Lead, l.Owner = 0, -15.5, strings.Repeat("0", 16)
			}
			l.Policy = nil
			for q := range int32(16) {
				l.Policy = append(l.Policy, q, 62)
			}
			g.Moves, g.Rows = append(g.Moves, game.Move(p)), append(g.Rows, l)
		}
		games = append(games, g)
	}
	return games
}

// TestTeacherData reads the positions labelled for this project, and logs their number.
func TestTeacherData(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join("..", "..", "..", "shared", "data", "teacher", "validation.jsonl.gz")
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no labelled positions: %v", err)
	}
	games, err := ReadLabelled(file)
	if err != nil {
		t.Fatal(err)
	}
	l, positions := newSamples(featuresPlain, 0.5), 0
	for _, g := range games {
		positions += len(g.places())
		last, err := l.at(g.places()[len(g.places())-1])
		if err != nil {
			t.Fatal(err)
		}
		sum := float64(last.want.Pass)
		for _, share := range last.want.Policy {
			sum += float64(share)
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("a policy that adds up to %v", sum)
		}
	}
	if len(games) != 50 || positions != 9409 {
		t.Errorf("%d games with %d positions", len(games), positions)
	}
}
