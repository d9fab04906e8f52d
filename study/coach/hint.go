package coach

import (
	"context"

	"moyo/engine"
	"moyo/game"
)

// Hint searches with eng, within lim, for the best move in pos. It returns the move with its
// reason, if the coach knows one, and what is certain after it. The error is the engine's.
func Hint(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (game.Move, []Saying, error) {
	info, err := eng.Search(ctx, pos, lim, nil)
	if err != nil {
		return game.NoMove, nil, err
	}
	return info.Move, append(Reason(pos, info.Move), certain(pos.ToPlay(), info)...), nil
}

// certain explains an exact value for side.
func certain(side game.Color, info engine.Info) []Saying {
	switch {
	case info.Mate == 1:
		return nil // the reason already contains it
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
