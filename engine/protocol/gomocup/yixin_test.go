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
	"moyo/internal/testenv"
)

// said answers commands and returns the output.
func said(t *testing.T, s *server, out *bytes.Buffer, commands ...string) string {
	t.Helper()
	out.Reset()
	for _, command := range commands {
		s.answer(t.Context(), line{text: command, at: time.Now()})
	}
	return out.String()
}

// balancing is an engine that balances and records its requests.
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

func (e *balancing) Balance(
	_ context.Context, pos game.Position, even engine.Even, _ engine.Limits, _ func(engine.Info),
) (engine.Info, error) {
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
		if even := e.even[len(e.even)-1]; even.Moves != tt.moves || math.Abs(even.Value-tt.chance) > 0.001 {
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
		{"START 5", "[0 2]"}, // until the setting changes
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

// TestYixinShowInfo answers the questions of boards made for Yixin, whose rule 2 is Renju.
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

// lining is an engine that names all the stones that it has to place.
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

// TestYixinBlockPath blocks the end of a path if the game has reached it, in
// any order, and nowhere else.
func TestYixinBlockPath(t *testing.T) {
	e := &balancing{}
	var out bytes.Buffer
	s := newServer(&out, testConfig(e))
	for _, tt := range []struct{ commands, want string }{
		{"START 5/YXBLOCKPATH/0,0/DONE/BEGIN", "[0]"},
		{"RESTART/TURN 4,4", "[]"}, // another position
		{"RESTART/YXBLOCKPATH/4,4/3,3/DONE/YXBLOCKPATH/4,4/2,2/DONE/TURN 4,4", "[12 18]"},
		{"RESTART/YXBLOCKPATHUNDO/4,4/3,3/DONE/TURN 4,4", "[12]"},
		{"RESTART/YXBLOCKPATHUNDO/4,4/1,1/DONE/TURN 4,4", "[12]"}, // the path did not exist
		{"RESTART/BEGIN", "[0]"},
		{"YXBLOCKPATHRESET/RESTART/BEGIN", "[]"},
		{"YXBLOCKPATH/0,0/1,1/2,2/3,3/DONE/BOARD/0,0,2/1,1,1/2,2,2/DONE", "[18]"},
		{"BOARD/2,2,2/1,1,1/0,0,2/DONE", "[18]"}, // the same stones
		{"BOARD/1,1,2/0,0,1/2,2,2/DONE", "[]"},   // in other colours
		{"YXBLOCK/4,4/DONE/BOARD/2,2,2/1,1,1/0,0,2/DONE", "[18 24]"},
		{"YXBLOCKRESET/BOARD/2,2,2/1,1,1/0,0,2/DONE", "[18]"},
		{"START 6/BOARD/0,0,2/1,1,1/2,2,2/DONE", "[]"},                                          // another board
		{"INFO rule 2/YXBLOCK/4,4/5,0/DONE/BOARD/0,0,2/1,0,2/2,0,2/3,0,2/4,0,2/DONE", "[0 23]"}, // won lines are out of the game
	} {
		if got := said(t, s, &out, strings.Split(tt.commands, "/")...); strings.Contains(got, "ERROR") || strings.Contains(got, "UNKNOWN") {
			t.Errorf("%s: %q", tt.commands, got)
		}
		if got := fmt.Sprint(e.exclude[len(e.exclude)-1]); got != tt.want {
			t.Errorf("after %s without %s, want %s", tt.commands, got, tt.want)
		}
	}
	for commands, want := range map[string]string{
		"YXBLOCKPATH/DONE":             "ERROR YXBLOCKPATH: want the moves of a path\n",
		"YXBLOCKPATH/0,0/0,0/DONE":     "ERROR YXBLOCKPATH: 0,0 is not empty\n",
		"YXBLOCKPATHUNDO/6,0/DONE":     "ERROR YXBLOCKPATHUNDO: 6,0 is not on the board of 6x6\n",
		"YXBLOCKPATH/0,0/YXHASHCLEAR":  "ERROR YXBLOCKPATH without DONE\nMESSAGE transposition table cleared\n",
		"YXBLOCKPATH/0,0/YXBOARD/DONE": "ERROR YXBLOCKPATH without DONE\n",
	} {
		if got := said(t, s, &out, strings.Split(commands, "/")...); got != want {
			t.Errorf("%s: %q, want %q", commands, got, want)
		}
	}
}

// TestMostPaths bounds the number of stored paths.
func TestMostPaths(t *testing.T) {
	testenv.SkipUnderRace(t)
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	said(t, s, &out, "START 70")
	block := func(i int) string {
		return said(t, s, &out, "YXBLOCKPATH", fmt.Sprintf("%d,%d", i%70, i/70), "DONE")
	}
	for i := range mostPaths {
		if got := block(i); got != "" {
			t.Fatalf("path %d: %q", i, got)
		}
	}
	if got := block(mostPaths); got != "ERROR YXBLOCKPATH: more than 4096 paths\n" {
		t.Errorf("one more: %q", got)
	}
	if got := block(0); got != "" {
		t.Errorf("one again: %q", got)
	}
	said(t, s, &out, "YXBLOCKPATHUNDO", "0,0", "DONE")
	if got := block(mostPaths); got != "" {
		t.Errorf("in place of another: %q", got)
	}
}

// TestYixinSwap2 plays a swap2 opening in the steps of boards made for Yixin.
func TestYixinSwap2(t *testing.T) {
	const three, five = "YXBOARD/2,2,1/3,2,2/2,3,1/DONE/", "YXBOARD/2,2,1/3,2,2/2,3,1/4,2,2/5,5,1/DONE/"
	for _, tt := range []struct{ commands, choice, want string }{
		{"YXSWAP2STEP1", "", "MESSAGE SWAP2 MOVE1 0 0\nMESSAGE SWAP2 MOVE2 1 0\nMESSAGE SWAP2 MOVE3 2 0\n"},
		{three + "YXSWAP2STEP1", "", "MESSAGE SWAP2 MOVE1 0 0\nMESSAGE SWAP2 MOVE2 1 0\nMESSAGE SWAP2 MOVE3 2 0\n"}, // another game
		{three + "yxswap2step2", "black", "MESSAGE SWAP2 SWAP1 YES\n"},
		{three + "YXSWAP2STEP2", "white", "MESSAGE SWAP2 SWAP1 NO\n"},
		{three + "YXSWAP2STEP2", "two-more", "MESSAGE SWAP2 MOVE4 0 0\nMESSAGE SWAP2 MOVE5 1 0\n"},
		{five + "YXSWAP2STEP3", "black", "MESSAGE SWAP2 SWAP2 YES\n"},
		{five + "YXSWAP2STEP3", "white", "MESSAGE SWAP2 SWAP2 NO\n"},
		{five + "YXSWAP2STEP2", "", "ERROR YXSWAP2STEP2: 5 stones: want 3\n"},
		{"YXSWAP2STEP3", "", "ERROR YXSWAP2STEP3: 0 stones: want 5\n"},
	} {
		e := chooses(tt.choice)
		var out bytes.Buffer
		s := newServer(&out, testConfig(e))
		said(t, s, &out, "START 15")
		var got strings.Builder
		for text := range strings.Lines(said(t, s, &out, strings.Split(tt.commands, "/")...)) {
			if !strings.HasPrefix(text, "MESSAGE depth ") {
				got.WriteString(text)
			}
		}
		if got.String() != tt.want {
			t.Errorf("%s, %s: %q, want %q", tt.commands, tt.choice, got.String(), tt.want)
		}
		if tt.choice == "white" && len(e.limits) != 1 {
			t.Errorf("%s: %d searches, want one: the board asks for the move by itself", tt.commands, len(e.limits))
		}
	}
}

// TestForeignLists does not take lines of unknown lists for commands.
func TestForeignLists(t *testing.T) {
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	for name := range foreignLists {
		if got, want := said(t, s, &out, name+" 1", "7,7", "some text", "INFO rule 0", "done"), "UNKNOWN command "+name+"\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := said(t, s, &out, "YXQUERYDATABASEALL", "7,7", "START 15"); got != "UNKNOWN command YXQUERYDATABASEALL\nOK\n" {
		t.Errorf("a list that is given up: %q", got)
	}
	if got := said(t, s, &out, "7,7", "DONE"); got != "UNKNOWN command 7,7\nUNKNOWN command DONE\n" {
		t.Errorf("after it: %q", got)
	}
}

// TestYixinRealtime writes the best move for boards that show it.
func TestYixinRealtime(t *testing.T) {
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	for detail, want := range map[string]bool{"0": false, "1": true, "2": false, "3": true, "-1": false, "4": false, "4294967297": false} {
		got := said(t, s, &out, "INFO show_detail "+detail, "START 15", "BEGIN")
		if strings.Contains(got, "\nMESSAGE REALTIME BEST 0,0\n") != want {
			t.Errorf("show_detail %s: %q", detail, got)
		}
	}
}

// TestYixinStart has columns and rows of a board whose points are written with
// the row first.
func TestYixinStart(t *testing.T) {
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	if got := said(t, s, &out, "START 9 6", "YXBOARD", "5,8,1", "DONE"); got != "OK\n" {
		t.Errorf("%q", got)
	}
	if got := said(t, s, &out, "YXBOARD", "6,8,1", "DONE"); !strings.HasPrefix(got, "ERROR YXBOARD: 6,8 is not on the board") {
		t.Errorf("%q", got)
	}
}

// chooses returns an engine that makes a choice by its name if it can, and otherwise the first move.
func chooses(name string) *firstMove {
	return &firstMove{answer: func(pos game.Position) game.Move {
		if m, ok := pos.ParseChoice(name); ok && pos.Check(m) == game.Legal {
			return m
		}
		return pos.LegalMoves(nil)[0]
	}}
}
