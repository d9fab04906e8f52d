package notify

import (
	"testing"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
)

// TestTeamWithoutPlayers: a team without players is not called a guest.
func TestTeamWithoutPlayers(t *testing.T) {
	g := store.Game{
		Rules: "weiqi:komi=7.5", BoardTitle: "9×9", Partners: 2, Phase: match.Finished, Result: store.Void, White: match.Seat{Kind: match.Open},
	}
	g.Black = match.Seat{Kind: match.Human, Team: match.Team{{Player: ada, Name: "Ada"}, {Player: bo, Name: "Bo"}}}
	if text := overWords(g, game.Black).Text; text != "Your game of Go on 9×9 is over. It was called off." {
		t.Error(text)
	}
	if text := overWords(g, game.White).Text; text != "Your game of Go on 9×9 against Ada & Bo is over. It was called off." {
		t.Error(text)
	}
}
