package server

import (
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// The sizes of the load tests: concurrent games, moves in each, and rounds.
const (
	loadGames  = 100
	loadMoves  = 10
	loadRounds = 3
)

// crowd is a kind of players whose games are a load.
type crowd struct {
	name string
	pair func(i int) [2]*table // opens the i-th game of two, Black's table first
}

// crowds returns guests who play without clocks, and players with accounts who play
// rated games with clocks.
func crowds(t *testing.T, s *Server, url string) []crowd {
	return []crowd{
		{"guests without clocks", func(int) [2]*table {
			ada, bo := newPerson(t, url), newPerson(t, url)
			return seats(ada, bo, wire.NewGame{Board: "grid:13", Rules: "weiqi", Color: "black", Opponent: "human"})
		}},
		{"accounts with clocks", func(i int) [2]*table {
			ada, bo := member(t, s, url, "Load"+many(i)+"black"), member(t, s, url, "Load"+many(i)+"white")
			return seats(ada, bo, wire.NewGame{
				Board: "grid:13", Rules: "weiqi", Color: "random", Opponent: "anyone", Clock: "fischer=10m+5s", Rated: true,
			})
		}},
	}
}

// seats lets two people open a game and sit down, and returns their tables, Black's
// first.
func seats(ada, bo *person, in wire.NewGame) [2]*table {
	a := ada.open(ada.newGame(in).ID)
	b := bo.open(a.game.ID)
	b.must(wire.ClientMessage{Type: "join"})
	a.untilState("the other player", func(s wire.State) bool { return s.Phase == "playing" })
	b.command(wire.ClientMessage{Type: "stop"}) // everything before its answer has arrived: the seats
	a.command(wire.ClientMessage{Type: "stop"})
	if b.you == "black" {
		return [2]*table{b, a}
	}
	return [2]*table{a, b}
}

// figures are the measurements of a load.
type figures struct {
	rate   float64         // acknowledged moves a second
	waits  []time.Duration // for each acknowledgement, sorted
	socket int             // bytes of an open connection, the client's half included
}

func (f figures) at(percent int) time.Duration { return f.waits[(len(f.waits)-1)*percent/100] }

func (f figures) String() string {
	text := fmt.Sprintf("%.0f moves/s, acknowledged after p50 %v, p99 %v, at most %v", f.rate, f.at(50), f.at(99), f.at(100))
	if f.socket > 0 {
		text += fmt.Sprintf("; %d KiB a socket", f.socket>>10)
	}
	return text
}

// gather computes figures from each game's waits.
func gather(waits [][]time.Duration, took time.Duration) figures {
	all := slices.Concat(waits...)
	slices.Sort(all)
	return figures{rate: float64(len(all)) / took.Seconds(), waits: all}
}

// TestLoad opens 200 sockets, two for each of 100 games, and plays 10 moves in each game
// concurrently, with a store on disk. Guests without clocks and accounts with clocks alternate,
// so that other load on the machine affects both. It reports the time of acknowledgements,
// and the memory of a connection, including the client's half.
func TestLoad(t *testing.T) {
	testenv.Long(t)
	disk, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := New(testConfig(disk))
	url := serveFor(t, s)
	t.Cleanup(func() { _ = disk.Close() })
	pair(t, url) // one-time allocations do not count
	all := crowds(t, s, url)
	found := map[string][]figures{}
	for round := range loadRounds {
		for _, c := range all {
			f := loadOf(t, disk, c, round)
			t.Logf("round %d, %s: %v", round+1, c.name, f)
			found[c.name] = append(found[c.name], f)
		}
	}
	for _, c := range all {
		rounds := found[c.name]
		slices.SortFunc(rounds, func(a, b figures) int { return cmp.Compare(a.rate, b.rate) })
		t.Logf("%d sockets, %d moves, median of %d rounds, %s: %v", 2*loadGames, loadGames*loadMoves, loadRounds, c.name, rounds[len(rounds)/2])
	}
}

// loadOf opens games, plays in all of them concurrently, and closes them.
func loadOf(t *testing.T, disk store.Store, c crowd, round int) figures {
	t.Helper()
	empty := heap()
	tables := make([][2]*table, loadGames)
	for i := range tables {
		tables[i] = c.pair(round*loadGames + i)
	}
	full := heap()
	waits := make([][]time.Duration, loadGames)
	began := time.Now()
	var wg sync.WaitGroup
	for i, two := range tables {
		wg.Go(func() { waits[i] = playOut(two, 0, loadMoves, 0) })
	}
	wg.Wait()
	f := gather(waits, time.Since(began))
	f.socket = max(0, full-empty) / (2 * loadGames)
	if len(f.waits) != loadGames*loadMoves {
		t.Fatalf("%d moves were acknowledged, want %d", len(f.waits), loadGames*loadMoves)
	}
	for _, two := range tables {
		g, entries, err := disk.Load(t.Context(), two[0].game.ID)
		if err != nil || g.Ply != loadMoves || len(entries) != loadMoves+2 {
			t.Errorf("game %s: ply %d, %d events, %v", g.ID, g.Ply, len(entries), err)
		}
		for _, tb := range two {
			_ = tb.conn.CloseNow()
		}
	}
	return f
}

// TestLogIns reports how many people can log in with passwords each second, over HTTP.
func TestLogIns(t *testing.T) {
	testenv.Long(t)
	disk, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	url := start(t, testConfig(disk))
	t.Cleanup(func() { _ = disk.Close() })
	const people, times = 16, 8
	var wg sync.WaitGroup
	var began time.Time
	var turn sync.WaitGroup
	turn.Add(people)
	for i := range people {
		wg.Go(func() {
			newPerson(t, url).signUp(many(i))
			turn.Done()
			turn.Wait()
			if i == 0 {
				began = time.Now()
			}
			for range times {
				newPerson(t, url).signIn(200, many(i), good)
			}
		})
	}
	wg.Wait()
	t.Logf("%d people signed in %d times each: %.1f log-ins/s with %d processors",
		people, times, people*times/time.Since(began).Seconds(), runtime.GOMAXPROCS(0))
}

// TestLogInFlood plays at about 200 moves a second before, during and after a flood of log-ins. Each
// comes from a different address, so that only the bound on concurrent hashes limits them.
// It reports the effect on moves.
func TestLogInFlood(t *testing.T) {
	testenv.Long(t)
	disk, err := sqlite.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := New(testConfig(disk))
	url := serveFor(t, s)
	t.Cleanup(func() { _ = disk.Close() })
	const games, moves, pause = 40, 20, 200 * time.Millisecond
	open := crowds(t, s, url)[1].pair
	tables := make([][2]*table, games)
	for i := range tables {
		tables[i] = open(i)
	}
	from := 0
	play := func(when string) {
		waits := make([][]time.Duration, games)
		began := time.Now()
		var wg sync.WaitGroup
		for i, two := range tables {
			wg.Go(func() { waits[i] = playOut(two, from, from+moves, pause) })
		}
		wg.Wait()
		from += moves
		t.Logf("%s: %v", when, gather(waits, time.Since(began)))
	}
	play("warming up")
	play("before")
	answers := flood(s, func() {
		play("during the flood")
		play("during the flood")
	})
	t.Logf("the flood was answered: %v", answers)
	play("after")
}

// flood sends log-ins with wrong passwords, 100 concurrently, until meanwhile returns, and
// returns the number of answers with each status.
func flood(s *Server, meanwhile func()) map[int]int {
	const senders = 100
	var over atomic.Bool
	var mu sync.Mutex
	var wg sync.WaitGroup
	answers := map[int]int{}
	for sender := range senders {
		wg.Go(func() {
			for i := 0; !over.Load(); i++ {
				body := fmt.Sprintf(`{"name":"Stranger%s%s","password":"eleven angry herons"}`, many(sender), many(i%100))
				r := httptest.NewRequest("POST", "/api/account/sign-in", strings.NewReader(body))
				r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", sender, i>>8&255, i&255)
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				s.ServeHTTP(w, r)
				mu.Lock()
				answers[w.Code]++
				mu.Unlock()
				if w.Code == http.StatusServiceUnavailable {
					time.Sleep(10 * time.Millisecond) // a network's round trip
				}
			}
		})
	}
	meanwhile()
	over.Store(true)
	wg.Wait()
	return answers
}

// TestIdleSockets opens 2,000 sockets that watch 20 games, of guests without clocks and of
// accounts with clocks, and reports the server's memory for each. The clients are in
// another process.
func TestIdleSockets(t *testing.T) {
	testenv.Long(t)
	const games, watchers = 20, 100
	for _, c := range []struct{ who, name, clock string }{
		{"a guest without clocks", "", ""}, {"an account with clocks", "Ada", "fischer=10m+5s"},
	} {
		url, _, process := startProcess(t, t.TempDir()) // each its own: a heap that has grown stays large
		ada := newPerson(t, url)
		if c.name != "" {
			ada.signUp(c.name)
		}
		var ids []string
		for range games {
			g := ada.newGame(wire.NewGame{Board: "grid:19", Rules: "weiqi", Color: "black", Opponent: "human", Clock: c.clock})
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
		t.Logf("%s: %d sockets opened in %v; the server grew from %d to %d KiB, %.1f KiB a socket",
			c.who, games*watchers, took, before, after, float64(after-before)/(games*watchers))
	}
}

// resident returns the resident memory of a process, in KiB.
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

// playOut makes the two sides of a game move alternately, from a ply to another, with a pause
// before each move, and returns each wait for an acknowledgement. It always finds a free point.
func playOut(two [2]*table, from, to int, pause time.Duration) (waits []time.Duration) {
	for i := from; i < to; i++ {
		time.Sleep(pause)
		tb := two[i%2]
		tb.untilState("the turn", func(s wire.State) bool { return s.Ply == i })
		sent := time.Now()
		tb.play(fmt.Sprintf("%c%d", "ABCDEFGHJKLMN"[i%13], 1+i/13))
		waits = append(waits, time.Since(sent))
	}
	return waits
}

// heap returns the bytes in use after collections.
func heap() int {
	runtime.GC()
	runtime.GC() // frees what pools and finalizers held
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc + m.StackInuse)
}
