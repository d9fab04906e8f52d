package coach

import (
	"context"

	"moyo/engine"
	"moyo/game"
)

// Hint asks eng, within lim, for the move that the side to move in pos should play, and
// returns it with its reason, if there is one to name, and what is certain then. The error
// is the engine's.
func Hint(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (game.Move, []Saying, error) {
	info, err := eng.Search(ctx, pos, lim, nil)
	if err != nil {
		return game.NoMove, nil, err
	}
	return info.Move, append(Reason(pos, info.Move), certain(pos.ToPlay(), info)...), nil
}

// certain says what an exact value means for side.
func certain(side game.Color, info engine.Info) []Saying {
	switch {
	case info.Mate == 1:
		return nil // the reason has said so
	case info.Mate > 1:
		return []Saying{counted(WinIn, side, (info.Mate+1)/2)}
	case info.Mate < 0:
		return []Saying{counted(LossIn, side, (1-info.Mate)/2)}
	case info.Solved && info.Value == 1:
		return []Saying{counted(WinSure, side, 0)}
	case info.Solved && info.Value == 0:
		return []Saying{counted(LossSure, side, 0)}
	case info.Solved:
		return []Saying{plain(DrawSure)}
	}
	return nil
}
