package weiqi

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/engine/neural"
	"moyo/game"
	"moyo/internal/testenv"
)

var shortGames = PlayOptions{Boards: []string{"grid:5", "torus:4x4", "hex:3"}, Playouts: 12, Seed: 3}

// TestPlayGames plays the same games in parallel and one by one, cut short in
// the middle of a line and stopped: the file is the same.
func TestPlayGames(t *testing.T) {
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	games, err := PlayGames(t.Context(), whole, shortGames, 7, 1, nil)
	if err != nil || len(games) != 7 {
		t.Fatal(len(games), err)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	_, err = PlayGames(ctx, parts, shortGames, 7, 3, func(n int) {
		if n == 2 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped run: %v", err)
	}
	some, err := os.ReadFile(parts)
	if err != nil || len(some) >= len(want) || !bytes.HasPrefix(want, some) {
		t.Fatalf("a stopped run left %d bytes, which are not the first of %d: %v", len(some), len(want), err)
	}
	if err := os.WriteFile(parts, want[:len(want)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := PlayGames(t.Context(), parts, shortGames, 7, 2, nil); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(parts)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("after a kill: %d bytes that are not the same as %d; %v", len(got), len(want), err)
	}
}

// TestCheapSearches: training uses about the requested share of the searched
// moves, and the other searches are as short as requested.
func TestCheapSearches(t *testing.T) {
	testenv.SkipUnderRace(t)
	play := shortGames
	play.Playouts, play.Cheap, play.Full = 40, 5, 0.3
	full, cheap := 0, 0
	for n := range uint64(6) {
		g, err := PlayGame(t.Context(), play, n)
		if err != nil {
			t.Fatal(err)
		}
		for i, shares := range g.Visits {
			visits := int64(0)
			for k := 1; k < len(shares); k += 2 {
				visits += shares[k]
			}
			switch {
			case shares != nil && visits != play.Playouts && visits != play.Playouts/cheaper:
				t.Errorf("move %d was searched with %d playouts and is used for training", i+1, visits)
			case shares != nil:
				full++
			case g.Values[i] >= 0:
				cheap++
			}
		}
	}
	if share := float64(full) / float64(full+cheap); full+cheap < 60 || share < 0.15 || share > 0.45 {
		t.Errorf("%d of %d searches are used for training", full, full+cheap)
	}
}

// TestImproved: shares follow the priors where values are equal, and values where they are not. An unvisited move counts as the mean.
func TestImproved(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []engine.Candidate
		want []int64
	}{
		{"equal values", []engine.Candidate{
			{Move: 3, Visits: 6, Value: 0.5, Prior: 0.6}, {Move: 4, Visits: 2, Value: 0.5, Prior: 0.2}, {Move: 5, Prior: 0.2},
		}, []int64{3, 6000, 4, 2000, 5, 2000}},
		// 9 to e^6
		{"a better move", []engine.Candidate{{Move: 3, Visits: 10, Value: 0.4, Prior: 0.9}, {Move: 4, Visits: 4, Value: 0.5, Prior: 0.1}},
			[]int64{3, 218, 4, 9782}},
		{"one that is out of question", []engine.Candidate{
			{Move: 3, Visits: 9, Value: 0.9, Prior: 0.5}, {Move: game.Pass, Visits: 1, Value: 0.1, Prior: 0.5},
		}, []int64{3, 10_000}},
		{"decided by the rules", []engine.Candidate{{Move: game.Pass, Value: 1}}, nil},
	} {
		if got := improved(c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestTrainFrom plays guided games and trains the network further: training starts from the network and does not change it.
func TestTrainFrom(t *testing.T) {
	testenv.SkipUnderRace(t)
	net, err := neural.New(neural.Config{Inputs: inputs, Features: featuresPlain, Channels: 16, Blocks: 1, Head: 16}, 5)
	if err != nil {
		t.Fatal(err)
	}
	hash := net.Hash()
	play := shortGames
	play.Net = net
	games, err := PlayGames(t.Context(), filepath.Join(t.TempDir(), "games"), play, 4, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt := TrainOptions{Net: net, Steps: 1, Batch: 2, Rate: 0, Threads: 1, Seed: 1}
	same, err := Train(t.Context(), games, opt)
	if err != nil || same.Hash() != hash {
		t.Errorf("without training it is another network: %v", err)
	}
	opt.Rate = 1e-3
	other, err := Train(t.Context(), games, opt)
	if err != nil || other.Hash() == hash || net.Hash() != hash || other.Config != net.Config {
		t.Errorf("trained further, it is the same or of another kind, or the first was changed: %v", err)
	}
	for keep, want := range map[float64]string{0: other.Hash(), 1: hash} {
		opt.Keep = keep
		if got, err := Train(t.Context(), games, opt); err != nil || got.Hash() != want {
			t.Errorf("keeping %g of it: %s, want %s, %v", keep, got.Hash(), want, err)
		}
	}
}

// TestTactics: a network with more features gives the same answers until it is trained with them.
func TestTactics(t *testing.T) {
	net, err := neural.New(neural.Config{Inputs: inputs, Features: featuresPlain, Channels: 16, Blocks: 1, Head: 16}, 5)
	if err != nil {
		t.Fatal(err)
	}
	g := &Labelled{Width: 5, Height: 5, Komi: 7, First: "W", Setup: []int{8, 12}, Moves: []game.Move{7, 11}}
	g.Rows = []*Label{nil, {Policy: []int32{6, 1000}, Value: 0.9, Lead: 5, Owner: strings.Repeat("4", 25)}}
	opt := TrainOptions{Net: net, Tactics: true, Labels: []*Labelled{g}, Validation: []*Labelled{g}, Steps: 1, Batch: 1, Threads: 1, Keep: 0.5}
	view := func(features string) neural.Input {
		l, err := newSamples(features, 0).ofLabelled(g, 1)
		if err != nil {
			t.Fatal(err)
		}
		return l.in
	}
	plain, features := view(featuresPlain), view(featuresArea)
	if slices.Equal(plain.Planes, features.Planes) {
		t.Fatal("the position has no tactical features")
	}
	win := func(n *neural.Net, in neural.Input) float32 {
		return n.NewEval(neural.Exact).Evaluate([]neural.Input{in}, false)[0].Win
	}
	same, err := Train(t.Context(), nil, opt)
	if err != nil || same.Config.Features != featuresArea || win(same, features) != win(net, plain) {
		t.Errorf("without training the output differs: %v", err)
	}
	opt.Rate = 1e-2
	trained, err := Train(t.Context(), nil, opt)
	if err != nil || win(trained, features) == win(trained, plain) {
		t.Errorf("training does not use the new features: %v", err)
	}
	opt.State, opt.Tactics = filepath.Join(t.TempDir(), "state"), false
	if _, err := Train(t.Context(), nil, opt); err != nil {
		t.Fatal(err)
	}
	opt.Tactics = true
	if _, err := Train(t.Context(), nil, opt); err == nil || !strings.Contains(err.Error(), "a training state of a network") {
		t.Errorf("the state of a network with fewer features was loaded: %v", err)
	}
}

// TestSample: the target of a position is from the mover's view; its value is between the search's and the result of the game.
func TestSample(t *testing.T) {
	g := &Played{
		Board: "grid:3x1", Rules: "weiqi:komi=0.5", Moves: []game.Move{1, game.Pass, game.Pass}, Visits: [][]int64{{1, 3, -1, 1}, {2, 5}, nil},
		Values: []float64{0.8, 0.3, -1}, Owner: []int8{1, 1, 1},
	}
	for _, c := range []struct {
		seen          float64
		ply           int
		win           float32
		policy, owner []float32
		pass          float32
	}{
		{0, 0, 1, []float32{0, 0.75, 0}, []float32{1, 1, 1}, 0.25},
		{0.5, 0, 0.9, []float32{0, 0.75, 0}, []float32{1, 1, 1}, 0.25},
		{1, 0, 0.8, []float32{0, 0.75, 0}, []float32{1, 1, 1}, 0.25},
		{0.25, 1, 0.075, []float32{0, 0, 1}, []float32{-1, -1, -1}, 0},
	} {
		got, err := newSamples(featuresPlain, c.seen).of(g, c.ply)
		if w := got.want; err != nil || w.Win != c.win || w.Pass != c.pass ||
			!slices.Equal(w.Policy, c.policy) || !slices.Equal(w.Ownership, c.owner) {
			t.Errorf("%+v: %+v, %v", c, w, err)
		}
	}
}

// TestBadGames reads files that contain no games.
func TestBadGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	for _, text := range []string{
		"{\n", "[]\n", `{"moves":[1]}` + "\n", `{"moves":[1],"visits":[[1]],"values":[0.5],"owner":[0,0]}` + "\n",
		`{"moves":[1],"visits":[[9,1]],"values":[0.5],"owner":[0,0]}` + "\n",
		`{"moves":[1],"visits":[[1,0]],"values":[0.5],"owner":[0,0]}` + "\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if g, _, err := readGames(file); err == nil {
			t.Errorf("%q was read as %d games", text, len(g))
		}
	}
}

// TestTrainResumes stops a training and resumes it: the result is the same.
func TestTrainResumes(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	games, err := PlayGames(t.Context(), filepath.Join(dir, "games"), shortGames, 8, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt := TrainOptions{Config: neural.Config{Channels: 16, Blocks: 1}, Steps: 2 * reportSteps, Batch: 2, Rate: 1e-3, Threads: 1, Seed: 1}
	var first, last neural.Loss
	opt.Progress = func(step int, learned, held neural.Loss) {
		if step == reportSteps {
			first = learned
		}
		last = learned
	}
	want, err := Train(t.Context(), games, opt)
	if err != nil {
		t.Fatal(err)
	}
	if last.Policy > 0.9*first.Policy || last.Ownership > first.Ownership {
		t.Errorf("training changed nothing: %+v, then %+v", first, last)
	}
	opt.State = filepath.Join(dir, "state")
	ctx, stop := context.WithCancel(t.Context())
	opt.Progress = func(int, neural.Loss, neural.Loss) { stop() }
	if _, err := Train(ctx, games, opt); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	opt.Progress = nil
	got, err := Train(t.Context(), games, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("a resumed training differs")
	}
}
