package game

import "context"

// Perft returns the number of sequences of depth legal moves from pos, the usual check of a move
// generator. It leaves pos unchanged. Games that end earlier do not count. The error is ctx's.
func Perft(ctx context.Context, pos Position, depth int) (uint64, error) {
	if depth <= 0 {
		return 1, nil
	}
	buffers := make([][]Move, depth)
	return perft(ctx, pos, buffers)
}

func perft(ctx context.Context, pos Position, buffers [][]Move) (uint64, error) {
	moves := pos.LegalMoves(buffers[0][:0])
	buffers[0] = moves
	if len(buffers) == 1 {
		return uint64(len(moves)), nil
	}
	if len(buffers) == 2 { // frequent enough
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	sum := uint64(0)
	for _, m := range moves {
		if err := pos.Play(m); err != nil {
			return 0, err
		}
		n, err := perft(ctx, pos, buffers[1:])
		pos.Undo()
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}
