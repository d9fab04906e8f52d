package server

import (
	"testing"
	"time"

	"moyo/server/base/wire"
)

// TestAgainstLevel plays a game against the weakest level to its end: the engine shows its
// thinking, proposes the dead stones, and the player agrees.
func TestAgainstLevel(t *testing.T) {
	cfg := testConfig(newStore(t))
	cfg.Counter = "mcts"
	ada := newPerson(t, start(t, cfg))
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "level:1"})
	tb := ada.open(g.ID)
	moves := []string{"C3", "C4", "C2", "C5", "C1", "B3", "D3", "B2", "D4"}
	for tb.state.Phase == "playing" {
		tb.untilState("my turn", func(s wire.State) bool { return s.ToPlay != "white" })
		move := "pass"
		for len(moves) > 0 && move == "pass" {
			if next := moves[0]; tb.command(wire.ClientMessage{Type: "play", Ply: len(tb.moves), Move: next}).Ack != nil {
				move = next
			}
			moves = moves[1:]
		}
		if move == "pass" && tb.state.Phase == "playing" {
			tb.play(move)
		}
	}
	if tb.state.Phase == "finished" { // the engine has resigned
		return
	}
	began := time.Now()
	tb.untilState("the proposal", func(s wire.State) bool { return s.Score != nil })
	t.Logf("proposal %v after %v: %+v", tb.state.Dead, time.Since(began), *tb.state.Score)
	tb.must(wire.ClientMessage{Type: "accept", Version: tb.version})
	if tb.state.Phase != "finished" || tb.state.Result != tb.state.Score.Result || len(tb.thinking) == 0 {
		t.Errorf("at the end: %+v", tb.state)
	}
}
