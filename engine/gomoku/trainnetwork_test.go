package gomoku

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"moyo/board"
	"moyo/engine/gomoku/network"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

var little = SelfPlay{Rule: rules.Freestyle, Board: "grid:9", Nodes: 60, Threads: 1, Seed: 3}

// trainedFile returns the file of the network trained with the given number of positions.
func trainedFile(t *testing.T, file string, positions int, from *network.Net) []byte {
	t.Helper()
	net, err := TrainNetwork(context.Background(), NetworkOptions{SelfPlay: little, File: file, Positions: positions, From: from, Epochs: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := net.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestTrainNetwork makes a network twice from the same positions, then continues
// from the file with the network playing.
func TestTrainNetwork(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "positions")
	first := trainedFile(t, file, 600, nil)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if again := trainedFile(t, file, 600, nil); !bytes.Equal(again, first) {
		t.Error("the same positions made another network")
	}
	net, err := network.Read(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	if more := trainedFile(t, file, 900, net); bytes.Equal(more, first) {
		t.Error("more positions made the same network")
	}
	if after, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(after, before) || len(after) < len(before)*5/4 {
		t.Errorf("%d bytes became %d: %v", len(before), len(after), err)
	}
}

// TestTrainNetworkStopped stops it before each call, at each game and at each epoch: only whole positions remain.
func TestTrainNetworkStopped(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "positions")
	for stop := range 5 {
		ctx, cancel := context.WithCancel(context.Background())
		opt := NetworkOptions{SelfPlay: little, File: file, Positions: 600, Epochs: 2}
		calls := 0
		at := func() {
			if calls++; calls == stop {
				cancel()
			}
		}
		if stop == 0 {
			cancel()
		}
		opt.Played = func(int) { at() }
		opt.Trained = func(int, network.Fit, network.Fit) { at() }
		if stop == 4 { // during training
			opt.Positions, calls = 1, 3
		}
		net, err := TrainNetwork(ctx, opt)
		cancel()
		if net != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped at %d: %v, %v", stop, net != nil, err)
		}
		p, err := openPositions(file, little)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.list) == 0 && stop > 1 {
			t.Errorf("stopped at %d: no positions were kept", stop)
		}
		p.file.Close()
	}
}

func TestTeachRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "positions")
	if err := os.WriteFile(file, []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]NetworkOptions{
		"another file": {SelfPlay: little, File: file},
		"no board":     {SelfPlay: SelfPlay{Board: "grid:-1"}, File: file + "2"},
		"no folder":    {SelfPlay: little, File: filepath.Join(file, "3")},
		"many lines":   {SelfPlay: SelfPlay{Board: "box:5x5x5", Nodes: 1}, File: file + "4"},
	} {
		if net, err := TrainNetwork(context.Background(), opt); err == nil || net != nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := os.Stat(file + "4"); err == nil {
		t.Error("games were played for a network that plays nowhere")
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "something else" {
		t.Errorf("the file was changed to %q, %v", data, err)
	}
}

// TestPositions truncates a file anywhere: the positions before the cut are read, and the file can be appended to.
func TestPositions(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "positions")
	list := []searched{
		{stones: []board.Point{40, 41, 3}, score: -212, best: 7, result: -1},
		{stones: []board.Point{}, score: 30000, best: board.None, result: unplayed},
		{stones: []board.Point{80, 0}, score: 0, best: 80, result: 0},
	}
	open := func() *positionsFile {
		p, err := openPositions(file, little)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := open()
	if err := errors.Join(p.add(list), p.file.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(whole[len(positionsMagic):], '\n') + len(positionsMagic) + 1
	for cut := head; cut <= len(whole); cut++ {
		if err := os.WriteFile(file, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		p := open()
		n := len(p.list)
		if err := errors.Join(p.add(list[n:]), p.file.Close()); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("cut off after %d bytes, %d positions: not the same again", cut, n)
		}
	}
}

func FuzzPositions(f *testing.F) {
	f.Add([]byte("\x03\x00\x28\x00\x29\x00\x03\x00\x2c\xff\x07\x00\xff"), 81)
	f.Fuzz(func(t *testing.T, raw []byte, points int) {
		points = max(1, min(points, 500))
		var p positionsFile
		if n := p.read(raw, points); n < 0 || n > int64(len(raw)) {
			t.Fatalf("%d of %d bytes taken", n, len(raw))
		}
		for _, x := range p.list {
			if len(x.stones) > points || x.best != board.None && int(x.best) >= points {
				t.Fatalf("%+v on %d points", x, points)
			}
		}
	})
}
