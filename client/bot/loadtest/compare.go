package loadtest

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"
)

// compare fetches the record of each game, which the server makes from its disk, and returns the
// number of games compared. A record must contain the acknowledged moves, in order, and nothing
// else but a move whose acknowledgement is pending.
func (l *load) compare() (checked int) {
	var done atomic.Int64
	stop := l.tell(func() Standing {
		return Standing{Doing: "comparing records", Done: int(done.Load()), Total: len(l.ended)}
	})
	defer stop()
	err := inParallel(l.ctx, len(l.ended), func(ctx context.Context, i int) error {
		defer done.Add(1)
		g := l.ended[i]
		text, err := g.owner.call(ctx, http.MethodGet, "/api/games/"+g.id+"/sgf", nil)
		if err != nil {
			l.fault("a record cannot be fetched: " + kindOf(err))
			return nil
		}
		moves, err := l.Record(string(text))
		if err != nil {
			l.fault("a record cannot be read: " + withoutNumbers(err.Error()))
			return nil
		}
		if !holds(moves, g.acked, g.pending) {
			l.fault("a record differs from what was acknowledged")
		}
		return nil
	})
	if err != nil {
		l.fault("records were not compared: " + kindOf(err))
	}
	return int(done.Load())
}

// holds reports whether moves are the acknowledged ones, possibly followed by the pending one.
func holds(moves, acked []string, pending string) bool {
	if len(moves) < len(acked) || !slices.Equal(moves[:len(acked)], acked) {
		return false
	}
	rest := moves[len(acked):]
	return len(rest) == 0 || len(rest) == 1 && pending != "" && rest[0] == pending
}
