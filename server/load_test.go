package server

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/store/sqlite"
	"moyo/server/wire"
)

// TestLoad opens 200 sockets, two for each of 100 games, and plays 10 moves in
// each game, all at once, against a store on disk. It reports how long
// acknowledgements took and what a connection costs in memory, the client's half
// included.
func TestLoad(t *testing.T) {
	testenv.Long(t)
	const games, moves = 100, 10
	disk, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	url := start(t, testConfig(disk))
	t.Cleanup(func() { _ = disk.Close() })
	pair(t, url) // what is made once is not a connection's
	empty := heap()
	tables := make([][2]*table, games)
	for i := range tables {
		_, _, _, a, b := pair(t, url)
		tables[i] = [2]*table{a, b}
	}
	full := heap()
	waits := make([][]time.Duration, games)
	began := time.Now()
	var wg sync.WaitGroup
	for i, pair := range tables {
		wg.Go(func() { waits[i] = playOut(pair, moves) })
	}
	wg.Wait()
	took := time.Since(began)
	all := slices.Concat(waits...)
	if len(all) != games*moves {
		t.Fatalf("%d moves were acknowledged, want %d", len(all), games*moves)
	}
	slices.Sort(all)
	t.Logf("%d sockets, %d moves in %v: %.0f moves/s, acknowledged after p50 %v, p99 %v, at most %v; %d KiB a socket",
		2*games, len(all), took, float64(len(all))/took.Seconds(), all[len(all)/2], all[len(all)*99/100], all[len(all)-1], (full-empty)/(2*games)>>10)
	for _, pair := range tables {
		g, entries, err := disk.Load(t.Context(), pair[0].game.ID)
		if err != nil || g.Ply != moves || len(entries) != moves+2 {
			t.Errorf("game %s: ply %d, %d events, %v", g.ID, g.Ply, len(entries), err)
		}
	}
}

// TestIdleSockets opens 2,000 sockets that watch 20 games and says what the
// server's process needs for one. The clients live in another process.
func TestIdleSockets(t *testing.T) {
	testenv.Long(t)
	const games, watchers = 20, 100
	url, _, process := startProcess(t, t.TempDir())
	ada := newPerson(t, url)
	var ids []string
	for range games {
		g := ada.newGame(wire.NewGame{Board: "grid:19", Rules: "weiqi", Color: "black", Opponent: "human"})
		ada.open(g.ID)
		ids = append(ids, g.ID)
	}
	before := resident(t, process.Pid)
	began := time.Now()
	for _, id := range ids {
		for range watchers {
			ada.open(id)
		}
	}
	took := time.Since(began)
	after := resident(t, process.Pid)
	t.Logf("%d sockets opened in %v; the server grew from %d to %d KiB, %.1f KiB a socket",
		games*watchers, took, before, after, float64(after-before)/(games*watchers))
}

// resident returns the memory that a process has, in KiB.
func resident(t *testing.T, pid int) (kib int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skipf("no figures of processes here: %v", err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib
}

// playOut lets the two sides of a game move by turns and returns how long each
// waited for its acknowledgement.
func playOut(pair [2]*table, moves int) (waits []time.Duration) {
	for i := range moves {
		tb := pair[i%2]
		tb.untilState("the turn", func(s wire.State) bool { return s.Ply == i })
		sent := time.Now()
		tb.play(fmt.Sprintf("%c%d", "ABCDE"[i%5], 1+2*(i/5)))
		waits = append(waits, time.Since(sent))
	}
	return waits
}

// heap returns the bytes in use after collections.
func heap() int {
	runtime.GC()
	runtime.GC() // what pools and finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}
