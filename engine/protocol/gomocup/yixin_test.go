package gomocup

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"moyo/engine"
	"moyo/game"
)

// said answers commands and returns all that is said to them.
func said(t *testing.T, s *server, out *bytes.Buffer, commands ...string) string {
	t.Helper()
	out.Reset()
	for _, command := range commands {
		s.answer(t.Context(), line{text: command, at: time.Now()})
	}
	return out.String()
}

// balancing is an engine that balances; it remembers what it was asked for.
type balancing struct {
	firstMove
	even    []engine.Even
	exclude [][]game.Move
	forgot  int
}

func (e *balancing) Forget() { e.forgot++ }

func (e *balancing) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	e.exclude = append(e.exclude, lim.Exclude)
	info, err := e.firstMove.Search(ctx, pos, lim, report)
	for i := range lim.Best {
		m := pos.LegalMoves(nil)[i]
		info.Candidates = append(info.Candidates, engine.Candidate{Move: m, Value: 0.5 - float64(i)/10, PV: []game.Move{m}})
	}
	return info, err
}

func (e *balancing) Balance(_ context.Context, pos game.Position, even engine.Even, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	e.even = append(e.even, even)
	moves := pos.LegalMoves(nil)
	return engine.Info{Move: moves[0], PV: moves[:4]}, nil
}

func TestYixinBalance(t *testing.T) {
	e := &balancing{}
	var out bytes.Buffer
	s := newServer(&out, testConfig(e))
	for _, tt := range []struct {
		command, want string
		moves         int
		chance        float64
	}{
		{"YXBALANCEONE 0", "0,0", 1, 0.5},
		{"YXBALANCETWO", "0,0 1,0", 2, 0.5},
		{"yxbalancetwo 200", "0,0 1,0", 2, 0.731},
		{"YXBALANCEONE -200", "0,0", 1, 0.269},
	} {
		said(t, s, &out, "START 15")
		got := strings.TrimSpace(said(t, s, &out, tt.command))
		if got = got[strings.LastIndex(got, "\n")+1:]; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.command, got, tt.want)
		}
		if even := e.even[len(e.even)-1]; even.Moves != tt.moves || math.Abs(even.Chance-tt.chance) > 0.001 {
			t.Errorf("%s asked for %+v", tt.command, even)
		}
	}
	for _, bad := range []string{"YXBALANCEONE x", "YXBALANCEONE 10001", "YXBALANCETWO 9223372036854775808"} {
		if got := said(t, s, &out, bad); !strings.HasPrefix(got, "ERROR ") {
			t.Errorf("%s: %q", bad, got)
		}
	}
}

func TestYixinBlock(t *testing.T) {
	e := &balancing{}
	var out bytes.Buffer
	s := newServer(&out, testConfig(e))
	for _, tt := range []struct{ commands, want string }{
		{"START 15/YXBLOCK/0,0/1,0/DONE", "[0 1]"},
		{"YXBLOCK/2,0/DONE", "[0 1 2]"},
		{"YXBLOCKUNDO/1,0/5,5/DONE", "[0 2]"},
		{"START 5", "[0 2]"}, // until it is told otherwise
		{"YXBLOCKRESET", "[]"},
	} {
		if got := said(t, s, &out, strings.Split(tt.commands, "/")...); strings.ReplaceAll(got, "OK\n", "") != "" {
			t.Errorf("%s: %q", tt.commands, got)
		}
		said(t, s, &out, "BEGIN", "RESTART")
		if got := fmt.Sprint(e.exclude[len(e.exclude)-1]); got != tt.want {
			t.Errorf("after %s without %s, want %s", tt.commands, got, tt.want)
		}
	}
	if got := said(t, s, &out, "YXBLOCK", "15,0", "DONE"); !strings.HasPrefix(got, "ERROR YXBLOCK: 15,0 is not on the board") {
		t.Errorf("%q", got)
	}
}

// TestYixinShowInfo says what boards made for Yixin ask, whose rule 2 is Renju.
func TestYixinShowInfo(t *testing.T) {
	e := &balancing{}
	var out bytes.Buffer
	cfg := testConfig(e)
	cfg.MostMemory = 3 << 30
	s := newServer(&out, cfg)
	if got := said(t, s, &out, "yxshowinfo"); got != "MESSAGE moyo 1\nMESSAGE INFO MAX_THREAD_NUM 256\nMESSAGE INFO MAX_HASH_SIZE 21\n" {
		t.Errorf("%q", got)
	}
	said(t, s, &out, "INFO rule 2", "start 15 15", "BEGIN", "INFO rule 1", "BEGIN")
	if got := fmt.Sprint(e.rules); len(e.rules) != 2 || !strings.Contains(e.rules[0], "renju") || !strings.Contains(e.rules[1], "standard") {
		t.Errorf("played %s", got)
	}
	if got := said(t, s, &out, "YXHASHCLEAR"); !strings.HasPrefix(got, "MESSAGE ") || e.forgot != 1 {
		t.Errorf("%q, forgot %d times", got, e.forgot)
	}
}

// TestSwap2Line places the stones of one search and does not search for each.
func TestSwap2Line(t *testing.T) {
	e := &lining{}
	var out bytes.Buffer
	cfg := testConfig(e)
	cfg.Seed = 7
	s := newServer(&out, cfg)
	if got := said(t, s, &out, "START 15", "SWAP2BOARD", "DONE"); !strings.HasSuffix(got, "\n14,14 13,14 12,14\n") {
		t.Errorf("%q", got)
	}
	if len(e.limits) != 1 || e.limits[0].Seed != 7 {
		t.Errorf("%d searches: %+v", len(e.limits), e.limits)
	}
}

// lining is an engine that names all the stones that it is to place.
type lining struct{ firstMove }

func (e *lining) Search(_ context.Context, pos game.Position, lim engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	e.limits = append(e.limits, lim)
	return engine.Info{Move: 224, PV: []game.Move{224, 223, 222}}, nil
}

// TestNBest shows a line for each of the moves.
func TestNBest(t *testing.T) {
	var out bytes.Buffer
	s := newServer(&out, testConfig(&balancing{}))
	lines := strings.Split(said(t, s, &out, "START 15", "YXNBEST 3"), "\n")
	if len(lines) != 6 || lines[4] != "0,0" {
		t.Fatalf("%q", lines)
	}
	for i, want := range []string{"multipv 1 ev 50.0% ", "multipv 2 ev 40.0% ", "multipv 3 ev 30.0% "} {
		if got := lines[i+1]; !strings.Contains(got, want) || !strings.HasSuffix(got, fmt.Sprintf(" pv %d,0", i)) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
