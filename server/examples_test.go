package server

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"moyo/internal/testenv"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// TestExamples runs the bots of examples/ unchanged: each declines a challenge to
// Go, and plays NoGo by its rules until a game is over.
func TestExamples(t *testing.T) {
	testenv.SkipUnderRace(t)
	built := filepath.Join(t.TempDir(), "nogo")
	if out, err := exec.Command("go", "build", "-o", built, "../docs/examples/go").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, argv := range map[string][]string{
		"go": {built}, "python": {"python3", "../docs/examples/python/nogo.py"}, "javascript": {"node", "../docs/examples/javascript/nogo.mjs"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(argv[0]); err != nil {
				t.Skip(err)
			}
			cfg := testConfig(newStore(t))
			s := New(cfg)
			url := serveFor(t, s)
			program := programWith(t, s, url, keepAccount(t, s, "Robo", store.Bot), identity.Play)
			run := exec.Command(argv[0], append(argv[1:], url)...)
			run.Env = append(run.Environ(), "MOYO_TOKEN="+program.http.Transport.(bearer).token)
			var said output
			run.Stdout, run.Stderr = &said, &said
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = run.Process.Kill()
				_ = run.Wait()
				if t.Failed() {
					t.Log(said.String())
				}
			}()
			ada := withRole(t, s, url, store.Member, false)
			challenge := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "player", To: "Robo"}
			declined := ada.open(ada.newGame(challenge).ID)
			declined.untilState("that is declined", func(st wire.State) bool { return st.Phase == "finished" })
			challenge.Rules = "nogo"
			tb := ada.open(ada.newGame(challenge).ID)
			tb.untilState("it is taken", func(st wire.State) bool { return st.Phase == "playing" })
			tb.playAtRandom()
		})
	}
}

// playAtRandom plays Black in a game of NoGo to its end.
func (tb *table) playAtRandom() {
	tb.t.Helper()
	for tb.state.Phase == "playing" {
		if tb.state.Turn != "black" {
			tb.untilState("it has moved", func(st wire.State) bool { return st.Turn != "white" })
			continue
		}
		barred := map[int]bool{}
		for _, f := range tb.state.Forbidden {
			barred[f.Point] = true
		}
		var free []int
		for p, s := range tb.stones {
			if s == '.' && !barred[p] {
				free = append(free, p)
			}
		}
		p := free[rand.IntN(len(free))]
		tb.play(string(rune('A'+p%5)) + string(rune('5'-p/5)))
	}
	if tb.state.Result == "" || tb.state.ResultHow == "resign" {
		tb.t.Errorf("the game ended as %q by %q", tb.state.Result, tb.state.ResultHow)
	}
}

// output keeps what a program writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(data)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
