package server

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/sqlite"
)

// childFolder is the environment variable with the data folder of a server in a child process.
const childFolder = "MOYO_TEST_SERVER_FOLDER"

// childIdle is the variable with the time that games without connections stay in memory, if not
// the usual time.
const childIdle = "MOYO_TEST_SERVER_IDLE"

// children are this program's roles as a child process, by the environment variable that
// selects them.
var children = map[string]func(text string) error{childFolder: serveForever, childNode: serveNode, childNATS: serveNATS}

func TestMain(m *testing.M) {
	for name, run := range children {
		if text := os.Getenv(name); text != "" {
			if err := run(text); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	pgtest.Main(m)
}

// serveForever serves the games of a data folder and prints its address.
func serveForever(dir string) error {
	store, err := sqlite.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	cfg := testConfig(store)
	cfg.Limits.IdleRoom, _ = time.ParseDuration(os.Getenv(childIdle))
	cfg.Limits.Storage = storage.Limits{Address: -1, Guests: -1, Total: -1} // all games come from one address
	s := New(cfg)
	both := http.NewServeMux()
	both.Handle("/metrics", s.Insides()) // a separate server, outside of tests
	both.Handle("/debug/", s.Insides())
	both.Handle("/", s)
	fmt.Printf("http://%s\n", l.Addr())
	return http.Serve(l, both)
}

// startChild starts a server in a child process and returns its address and a function
// that kills it with SIGKILL.
func startChild(t *testing.T, dir string) (url string, kill func()) {
	t.Helper()
	url, kill, _ = startProcess(t, dir)
	return url, kill
}

// startProcess is startChild for a test that accesses the process.
func startProcess(t *testing.T, dir string) (url string, kill func(), process *os.Process) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(exe)
	child.Env = append(os.Environ(), childFolder+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	dead := false
	kill = func() {
		if !dead {
			dead = true
			_ = child.Process.Kill()
			_ = child.Wait()
		}
	}
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server does not say its address: %v", err)
	}
	return strings.TrimSpace(line), kill, child.Process
}

// TestKilledServer repeatedly kills the server with SIGKILL during a game against the
// computer, and continues at the same move each time. A command that was acknowledged
// before is acknowledged again, without effect.
func TestKilledServer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	ada := newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "grid:9", Rules: "weiqi:komi=6.5", Color: "black", Opponent: "random"})
	var last wire.ClientMessage
	var lastVersion int
	var moves []string
	for round := range 4 {
		tb := ada.open(g.ID)
		if tb.you != "black" {
			t.Fatalf("round %d: you are %q", round, tb.you)
		}
		if len(tb.moves) < len(moves) || !slices.Equal(tb.moves[:len(moves)], moves) {
			t.Fatalf("round %d: moves %v, acknowledged %v", round, tb.moves, moves)
		}
		if round > 0 {
			if ack := tb.must(last); ack.Version != lastVersion {
				t.Fatalf("round %d: the repeat of a command is acknowledged as %d, it was %d", round, ack.Version, lastVersion)
			}
		}
		for i := range 3 {
			tb.untilState("my turn", func(s wire.State) bool { return s.ToPlay == "black" }) // the computer continues by itself
			last = wire.ClientMessage{Type: "play", ID: fmt.Sprintf("%d-%d", round, i), Ply: len(tb.moves), Move: free(tb)}
			lastVersion = tb.must(last).Version
		}
		moves = slices.Clone(tb.moves)
		kill()
		url, kill = startChild(t, dir)
		ada.move(url)
	}
}

// move makes a person use the server's new address. Cookies do not depend on
// ports.
func (p *person) move(url string) { p.url = url }

// free returns the name of the first playable point of a 9x9 grid.
func free(tb *table) string {
	for p, c := range tb.stones {
		taken := slices.ContainsFunc(tb.state.Forbidden, func(f wire.Forbidden) bool { return f.Point == p })
		if c == '.' && !taken {
			return fmt.Sprintf("%c%d", "ABCDEFGHJ"[p%9], 9-p/9)
		}
	}
	return "pass"
}
