package server

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
)

// soakTime is the environment variable for the duration of TestSoak, such as 10m.
const soakTime = "MOYO_TEST_SOAK"

// gauge is a metric that must not grow on a busy server, by its name, and how much it may
// grow: by a share of its value and a constant.
type gauge struct {
	name  string
	share float64
	more  float64
}

var gauges = []gauge{
	{"go_goroutines", 0.1, 30},
	{"process_open_fds", 0.1, 20},
	{"go_memstats_heap_alloc_bytes", 0.25, 8 << 20}, // after a collection
	{"process_resident_memory_bytes", 0.25, 48 << 20},
}

// insides reads the gauges of a server, after a garbage collection.
func insides(t *testing.T, url string) map[string]float64 {
	t.Helper()
	get := func(path string) string {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		data, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, res.StatusCode, err)
		}
		return string(data)
	}
	get("/debug/pprof/heap?gc=1")
	values := map[string]float64{}
	for line := range strings.Lines(get("/metrics")) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			values[name] = v
		}
	}
	return values
}

// soak keeps a server busy: it creates games, with people and against the computer, plays them,
// leaves in the middle, and reads lists.
func soak(ctx context.Context, t *testing.T, url string) (games int) {
	for ctx.Err() == nil {
		ada := newPerson(t, url)
		games++
		switch rand.IntN(4) {
		case 0:
			a := ada.open(ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi:komi=6.5", Color: "black", Opponent: "random"}).ID)
			for range 5 {
				a.untilState("its turn", func(s wire.State) bool { return s.ToPlay == "black" })
				a.play(free(a))
			}
			_ = a.conn.CloseNow()
		case 1:
			for _, path := range []string{"/api/games", "/api/catalog", "/healthz/ready", "/api/games/nosuchgame1"} {
				ada.call("GET", path, nil, nil)
			}
		default:
			bo := newPerson(t, url)
			tables := seats(ada, bo, wire.NewGame{Board: "grid:9", Rules: "weiqi:komi=6.5", Color: "black", Opponent: "human"})
			watcher := newPerson(t, url).open(tables[0].game.ID)
			for ply := range 12 {
				mover := tables[ply%2]
				mover.play(fmt.Sprintf("%c%d", "ACEGJ"[ply%5], 1+2*(ply/5)))
				tables[1-ply%2].untilState("the move", func(s wire.State) bool { return s.Ply > ply })
				time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			}
			if rand.IntN(2) == 0 {
				tables[0].must(wire.ClientMessage{Type: "resign"})
			}
			ada.call("GET", "/api/games/"+tables[0].game.ID+"/sgf", nil, nil)
			for _, tb := range []*table{tables[0], tables[1], watcher} {
				_ = tb.conn.CloseNow()
			}
		}
		ada.http.CloseIdleConnections()
		time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond)
	}
	return games
}

// TestSoak keeps a server busy for an hour: its memory, goroutines and descriptors
// must stay as after the first quarter.
func TestSoak(t *testing.T) {
	long, err := time.ParseDuration(os.Getenv(soakTime))
	if err != nil {
		testenv.Long(t)
		long = time.Hour
	}
	if runtime.GOOS != "linux" {
		t.Skip("the metrics of a process are known on Linux")
	}
	t.Setenv(childIdle, (long / 20).String()) // otherwise nothing is steady in the first minutes
	url, _ := startChild(t, filepath.Join(t.TempDir(), "data"))
	ctx, stop := context.WithTimeout(t.Context(), long)
	defer stop()
	var wg sync.WaitGroup
	var mu sync.Mutex
	games := 0
	for range 8 {
		wg.Go(func() {
			n := soak(ctx, t, url)
			mu.Lock()
			games += n
			mu.Unlock()
		})
	}
	var looks []map[string]float64
	tick := time.NewTicker(max(long/40, time.Second))
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-tick.C:
			looks = append(looks, insides(t, url))
		case <-ctx.Done():
		}
	}
	wg.Wait()
	n := len(looks) / 4
	if n == 0 {
		t.Fatalf("%d measurements", len(looks))
	}
	mean := func(looks []map[string]float64, name string) (sum float64) {
		for _, l := range looks {
			sum += l[name] / float64(len(looks))
		}
		return sum
	}
	for _, g := range gauges {
		first, last := mean(looks[n:2*n], g.name), mean(looks[len(looks)-n:], g.name)
		t.Logf("%s: %.0f in the second quarter, %.0f in the last", g.name, first, last)
		if first == 0 || last > first*(1+g.share)+g.more {
			t.Errorf("%s grows from %.0f to %.0f", g.name, first, last)
		}
	}
	t.Logf("%v, %d games and visits", long, games)
}
