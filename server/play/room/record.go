package room

import (
	"context"
	"fmt"
	"net/http"
	"runtime"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
)

// maxRecords is how many records are made at once. Some processors stay free for games.
func maxRecords() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// Record answers with a game's record in SGF.
func (h *Hub) Record(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if err := h.Rates.Allow(r.Context(), "records", h.Records); err != nil {
		apierror.Write(w, err)
		return
	}
	text, err := h.Text(r.Context(), id)
	if err != nil {
		apierror.Write(w, openError(err))
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "moyo-"+id+".sgf"))
	_, _ = w.Write([]byte(text))
}

// Text returns a game's record in SGF, or store.ErrNotFound.
func (h *Hub) Text(ctx context.Context, id string) (string, error) {
	m, err := h.Match(ctx, id)
	if err != nil {
		return "", err
	}
	return recordOf(m), nil
}

// Match returns a copy of a game as the store has it, or store.ErrNotFound.
func (h *Hub) Match(ctx context.Context, id string) (*match.Match, error) {
	select {
	case h.recording <- struct{}{}:
		defer func() { <-h.recording }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	g, err := h.replay(ctx, id)
	if err != nil {
		return nil, err
	}
	return g.match, nil
}

// recordOf returns a match as SGF: the stones at the start, then the moves except
// those taken back.
func recordOf(m *match.Match) string {
	pos := m.Position()
	g := record.Of(pos, catalog.GameOf(pos.Rules().ID()).RecordKind)
	describe(g.Root, m)
	record.SetClock(g, m.Clock())
	record.SetLeft(g, pos, [3]clock.Spec{game.Black: m.Clock(), game.White: m.Clock()}, m.Lefts())
	return g.String()
}

// describe writes who played, when, and how the game ended. Black's player is the one
// who has the black stones in the end.
func describe(n *sgf.Node, m *match.Match) {
	for _, p := range []struct{ id, text string }{
		{"DT", m.Created().Format("2006-01-02")},
		{"PB", playerText(m.Seat(m.Holder(game.Black)))}, {"PW", playerText(m.Seat(m.Holder(game.White)))}, {"RE", m.Result()},
	} {
		if p.text != "" {
			_ = n.SetText(p.id, p.text) // UTF-8 holds every text
		}
	}
}

func playerText(s match.Seat) string {
	switch {
	case s.Team != (match.Team{}):
		return convert.TeamName(s)
	case s.Name != "":
		return s.Name
	case s.Kind == match.Engine:
		return "moyo " + s.Engine
	case s.Kind == match.Human:
		return "Guest"
	}
	return ""
}
