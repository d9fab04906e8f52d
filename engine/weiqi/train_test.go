package weiqi

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"moyo/engine/neural"
	"moyo/internal/testenv"
)

var shortGames = PlayOptions{Boards: []string{"grid:5", "torus:4x4", "hex:3"}, Playouts: 12, Seed: 3}

// TestPlayGames plays the same games at once and one by one, cut short in the middle of a line and stopped: the file
// comes out the same.
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

// TestBadGames reads files that are no games.
func TestBadGames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	for _, text := range []string{
		"{\n", "[]\n", `{"moves":[1]}` + "\n", `{"moves":[1],"visits":[[1]],"values":[0.5],"owner":[0,0]}` + "\n",
		`{"moves":[1],"visits":[[9,1]],"values":[0.5],"owner":[0,0]}` + "\n", `{"moves":[1],"visits":[[1,0]],"values":[0.5],"owner":[0,0]}` + "\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if g, _, err := readGames(file); err == nil {
			t.Errorf("%q was read as %d games", text, len(g))
		}
	}
}

// TestTrainGoesOn stops a training and goes on with it: what it learns is the same.
func TestTrainGoesOn(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	games, err := PlayGames(t.Context(), filepath.Join(dir, "games"), shortGames, 8, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	opt := TrainOptions{Channels: 16, Blocks: 1, Steps: 2 * reportSteps, Batch: 2, Rate: 1e-3, Threads: 1, Seed: 1}
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
	if last.Policy > 0.9*first.Policy || last.Owner > first.Owner {
		t.Errorf("nothing was learned: %+v, then %+v", first, last)
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
		t.Error("a training that went on learned something else")
	}
}
