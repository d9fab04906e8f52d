package sqlite

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// childFolder names the data folder of the child process that TestKill kills.
const childFolder = "MOYO_TEST_KILL_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		appendForever(dir)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// childGames is the number of games that the child writes concurrently.
const childGames = 8

// appendForever appends moves to several games concurrently and writes "GAME VERSION"
// to stdout for each acknowledged move.
func appendForever(dir string) {
	s, err := Open(context.Background(), dir)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	var wg sync.WaitGroup
	for i := range childGames {
		wg.Go(func() {
			if err := appendOn(s, fmt.Sprint("g", i)); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	wg.Wait()
}

func appendOn(s *Store, id string) error {
	ctx := context.Background()
	g, _, err := s.Load(ctx, id)
	if err != nil {
		var first store.Entry
		g, first = storetest.Game(id)
		if err := s.Create(ctx, g, first); err != nil {
			return err
		}
	}
	for {
		g.Version++
		if err := s.Append(ctx, g, storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version), time.Now())); err != nil {
			return err
		}
		if _, err := fmt.Printf("%s %d\n", id, g.Version); err != nil {
			return err
		}
	}
}

// killRounds is the environment variable with the number of rounds of a longer TestKill.
const killRounds = "MOYO_TEST_KILLS"

// TestKill repeatedly kills a process with SIGKILL while it writes, and checks each
// time that everything it had acknowledged is stored.
func TestKill(t *testing.T) {
	rounds := 3
	if os.Getenv("MOYO_LONG") != "" {
		rounds = 1000
	}
	if n, err := strconv.Atoi(os.Getenv(killRounds)); err == nil {
		rounds = n
	}
	dir := ""
	for round := range rounds {
		if round%20 == 0 { // a growing log makes each round slower
			dir = filepath.Join(t.TempDir(), "data")
		}
		acked := killAfter(t, dir, 150+rand.IntN(200))
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		for id, version := range acked {
			g, entries, err := s.Load(t.Context(), id)
			if err != nil || g.Version < version || len(entries) != g.Version {
				t.Errorf("round %d: game %s has %d events (header %d, %v), %d were acknowledged", round, id, len(entries), g.Version, err, version)
			}
			for i, e := range entries[1:] {
				if int(e.Event.Move) != i+2 {
					t.Fatalf("round %d: game %s, event %d is %+v", round, id, i+2, e)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAfter starts the child, kills it after acks acknowledgements, and returns the
// last acknowledged version of each game.
func killAfter(t *testing.T, dir string, acks int) map[string]int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(exe)
	child.Env = append(os.Environ(), childFolder+"="+dir)
	var stderr strings.Builder
	child.Stderr = &stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	acked := map[string]int{}
	lines := bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == acks {
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
		var id string
		var version int
		if _, err := fmt.Sscanf(lines.Text(), "%s %d", &id, &version); err == nil {
			acked[id] = max(acked[id], version)
		}
	}
	_ = child.Wait() // killed
	if len(acked) != childGames {
		t.Fatalf("the child acknowledged moves of %d games: %s", len(acked), stderr.String())
	}
	return acked
}
