package gomocup

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/game"
)

// stubborn is an engine that makes a choice by its name and names all the stones
// to place, even if they are excluded.
type stubborn struct {
	firstMove
	choice string
}

func (e *stubborn) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	e.limits = append(e.limits, lim)
	info, err := chooses(e.choice).Search(ctx, pos, lim, report)
	if err == nil && info.Move >= 0 {
		info.PV = pos.LegalMoves(nil)[:3]
	}
	return info, err
}

// TestSwap2KeepsOffBlocked: no stone of an opening is proposed on a blocked point,
// whatever the engine returns, whether it is the first of a turn or goes with it.
func TestSwap2KeepsOffBlocked(t *testing.T) {
	const three = "YXBOARD/7,7,1/8,7,2/7,8,1/DONE/"
	const swap2, swap2With3 = "SWAP2BOARD/DONE", "SWAP2BOARD/7,7/8,7/7,8/DONE"
	for _, tt := range []struct {
		blocks, command, choice string
		stones                  int
		free                    string // where a stone must be, if anywhere
	}{
		{"YXBLOCK/0,0/DONE/", "YXSWAP2STEP1", "", 3, ""},
		{"YXBLOCK/0,0/DONE/", swap2, "", 3, ""},
		{"YXBLOCK/1,0/DONE/", "YXSWAP2STEP1", "", 3, "0,0"},
		{"YXBLOCK/2,0/7,7/DONE/", swap2, "", 3, "1,0"},
		{"YXBLOCK/0,0/1,0/2,0/7,7/DONE/", "YXSWAP2STEP1", "", 3, ""},
		{three + "YXBLOCK/0,0/DONE/", "YXSWAP2STEP2", "two-more", 2, ""},
		{three + "YXBLOCK/1,0/DONE/", "YXSWAP2STEP2", "two-more", 2, "0,0"},
		{"YXBLOCK/1,0/DONE/", swap2With3, "two-more", 2, "0,0"},
		{"YXBLOCK/0,0/DONE/", swap2With3, "white", 1, ""},
		{"YXBLOCK/0,0/DONE/", "SWAP2BOARD/7,7/8,7/7,8/9,7/3,3/DONE", "white", 1, ""},
		{blockedBut("3,3", "14,0", "9,12"), "YXSWAP2STEP1", "", 3, "14,0"},
		{blockedBut("3,3", "14,0", "9,12"), swap2, "", 3, "9,12"},
		{three + blockedBut("3,3", "14,0"), "YXSWAP2STEP2", "two-more", 2, "3,3"},
		{three + blockedBut("3,3"), "YXSWAP2STEP2", "two-more", 0, ""}, // no room for two
		{blockedBut("3,3"), swap2With3, "two-more", 0, ""},
		{blockedBut("3,3"), swap2With3, "white", 1, "3,3"},
		{blockedBut(), swap2With3, "white", 0, ""},
	} {
		var out bytes.Buffer
		s := newServer(&out, testConfig(&stubborn{choice: tt.choice}))
		said(t, s, &out, strings.Split("START 15/"+strings.TrimSuffix(tt.blocks, "/"), "/")...)
		got := said(t, s, &out, strings.Split(tt.command, "/")...)
		free := false
		stones := proposedIn(got)
		for _, at := range stones {
			if s.blocks.cells[at] {
				t.Errorf("%.60s%s: %v is blocked: %q", tt.blocks, tt.command, at, got)
			}
			free = free || at.String() == tt.free
		}
		if len(stones) != tt.stones || tt.free != "" && !free || strings.Contains(got, "ERROR") {
			t.Errorf("%.60s%s: %q, want %d stones, one on %q", tt.blocks, tt.command, got, tt.stones, tt.free)
		}
	}
}

// blockedBut returns the commands that block all points of a board of 15 by 15
// except some.
func blockedBut(free ...string) string {
	var b strings.Builder
	b.WriteString("YXBLOCK/")
	for i := range 15 * 15 {
		fmt.Fprintf(&b, "%d,%d/", i%15, i/15)
	}
	b.WriteString("DONE/")
	if len(free) > 0 {
		fmt.Fprintf(&b, "YXBLOCKUNDO/%s/DONE/", strings.Join(free, "/"))
	}
	return b.String()
}

// proposedIn returns the stones that an answer of either form proposes.
func proposedIn(answer string) (list []cell) {
	for text := range strings.Lines(answer) {
		var number int
		var at cell
		if n, _ := fmt.Sscanf(text, "MESSAGE SWAP2 MOVE%d %d %d", &number, &at.x, &at.y); n == 3 {
			list = append(list, at)
		}
		if strings.HasPrefix(text, "MESSAGE ") {
			continue
		}
		for word := range strings.FieldsSeq(text) {
			if at, err := parseCell(word); err == nil {
				list = append(list, at)
			}
		}
	}
	return list
}

// TestSwap2KeepsOffPaths does the same for blocked paths, which lead through
// the earlier stones.
func TestSwap2KeepsOffPaths(t *testing.T) {
	for _, command := range []string{"YXSWAP2STEP1", "SWAP2BOARD/DONE"} {
		for _, tt := range []struct{ paths, want string }{
			{"YXBLOCKPATH/0,0/2,0/DONE", "0,0 1,0 2,0"}, // not reached
			{"YXBLOCKPATH/0,0/DONE", "7,7 0,0 1,0"},
			{"YXBLOCKPATH/0,0/1,0/DONE", "0,0 1,1 1,0"},
			{"YXBLOCKPATH/0,0/1,0/2,0/DONE", "0,0 1,0 1,1"},
		} {
			var out bytes.Buffer
			s := newServer(&out, testConfig(&stubborn{}))
			said(t, s, &out, strings.Split("START 15/"+tt.paths, "/")...)
			var got []string
			for _, at := range proposedIn(said(t, s, &out, strings.Split(command, "/")...)) {
				got = append(got, at.String())
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s, %s: %s, want %s", tt.paths, command, got, tt.want)
			}
		}
	}
}

// TestBlockedForBadEngines avoids blocked points for an engine that does not,
// as long as other points are left.
func TestBlockedForBadEngines(t *testing.T) {
	for name, tt := range map[string]struct {
		engine    engine.Engine
		noneOther string // if all points are blocked
	}{
		"ignores it": {&firstMove{}, "0,0"},
		"is silent":  {&firstMove{answer: func(game.Position) game.Move { return game.NoMove }}, "7,7"},
	} {
		var out bytes.Buffer
		s := newServer(&out, testConfig(tt.engine))
		said(t, s, &out, strings.Split("START 15/YXBLOCK/0,0/7,7/7,6/DONE", "/")...)
		if got := said(t, s, &out, "BEGIN"); !strings.HasSuffix(got, "\n6,7\n") {
			t.Errorf("%s: %q", name, got)
		}
		said(t, s, &out, strings.Split("RESTART/"+strings.TrimSuffix(blockedBut(), "/"), "/")...)
		if got := said(t, s, &out, "BEGIN"); !strings.HasSuffix(got, "\n"+tt.noneOther+"\n") {
			t.Errorf("%s, everything blocked: %q, want %s", name, got, tt.noneOther)
		}
	}
}
