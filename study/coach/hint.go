package coach

import (
	"context"
	"fmt"

	"moyo/engine"
	"moyo/game"
)

// Hint asks eng, within lim, for the move that you, whose turn it is in pos,
// should play, and returns it with its reason in a sentence or two. The error is
// the engine's.
func Hint(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits, you game.Color) (game.Move, string, error) {
	info, err := eng.Search(ctx, pos, lim, nil)
	if err != nil {
		return game.NoMove, "", err
	}
	name := game.Format(pos, info.Move)
	text := Reason(pos, info.Move, you)
	if text == "" {
		text = fmt.Sprintf("The computer would play %s.", name)
	} else {
		text = name + ": " + text
	}
	return info.Move, text + certain(pos.ToPlay(), info, you), nil
}

// certain says what an exact value means for side; it begins with a space.
func certain(side game.Color, info engine.Info, you game.Color) string {
	v := voice{you: you}
	name := v.who(side)
	win, loss := "wins", "loses"
	if side == you {
		win, loss = "win", "lose"
	}
	switch {
	case info.Mate == 1:
		return "" // the reason has said so
	case info.Mate > 1:
		return fmt.Sprintf(" %s then for certain, in %s.", capital(name+" "+win), Count((info.Mate+1)/2, "move", "moves"))
	case info.Mate < 0:
		return fmt.Sprintf(" %s against the best answers, in %s at the latest.", capital(name+" "+loss), Count((1-info.Mate)/2, "move", "moves"))
	case info.Solved && info.Value == 1:
		return fmt.Sprintf(" %s then for certain.", capital(name+" "+win))
	case info.Solved && info.Value == 0:
		return fmt.Sprintf(" %s against the best answers.", capital(name+" "+loss))
	case info.Solved:
		return " With best play of both sides it is a draw."
	}
	return ""
}
