package server

import (
	"fmt"
	"net/http"

	"moyo/game"
	"moyo/match"
	"moyo/sgf"
)

// maxReplays is how many records are made at once.
const maxReplays = 2

// record answers with a game's record in SGF.
func (s *Server) record(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !s.limits.allow(addressOf(r), "records", s.cfg.Limits.Records) {
		writeProblem(w, http.StatusTooManyRequests, tooMuch)
		return
	}
	select {
	case s.replays <- struct{}{}:
		defer func() { <-s.replays }()
	case <-r.Context().Done():
		return
	}
	m, _, err := s.hub.replay(r.Context(), id)
	if err != nil {
		status, text := openProblem(err)
		writeProblem(w, status, text)
		return
	}
	text := recordOf(m)
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "moyo-"+id+".sgf"))
	_, _ = w.Write([]byte(text))
}

// recordOf returns a match as SGF: the stones at the start, then the moves that
// were not taken back.
func recordOf(m *match.Match) string {
	pos := m.Position().Clone()
	b := pos.Board()
	on := sgf.Board{
		Spec: b.Spec(),
		Name: func(p int) string { return b.Name(game.Point(p)) },
		Lookup: func(name string) (int, bool) {
			p, ok := b.Lookup(name)
			return int(p), ok
		},
	}
	if w, h, ok := b.Grid(); ok && w <= sgf.MaxSide && h <= sgf.MaxSide {
		on.Width, on.Height = w, h
	}
	moves := append([]game.Move(nil), pos.Moves()...)
	sides := make([]game.Color, len(moves))
	for i := len(moves) - 1; i >= 0; i-- {
		pos.Undo()
		sides[i] = pos.ToPlay()
	}
	g := sgf.New()
	g.SetBoard(on)
	describe(g.Root, m)
	g.Root.SetSetup(on, setupOf(pos))
	node := g.Root
	for i, move := range moves {
		node = node.Add()
		node.SetMove(on, sgf.Move{Color: sgf.Color(sides[i]), Point: int(move.Point())})
	}
	return g.String()
}

// setupOf returns the stones of a position before its first move.
func setupOf(pos game.Position) (s sgf.Setup) {
	for p := range game.Point(pos.Board().Len()) {
		if c := pos.At(p); c != game.Empty {
			s.Stones[c] = append(s.Stones[c], int(p))
		}
	}
	if len(s.Stones[game.Black])+len(s.Stones[game.White]) > 0 {
		s.ToPlay = sgf.Color(pos.ToPlay())
	}
	return s
}

// describe writes who played what, when and how it ended.
func describe(n *sgf.Node, m *match.Match) {
	setup := m.Setup()
	for _, p := range []struct{ id, text string }{
		{"AP", "moyo"}, {"RI", setup.Rules}, {"DT", m.Created().Format("2006-01-02")},
		{"PB", playerText(setup.Black)}, {"PW", playerText(setup.White)}, {"RE", m.Result()},
	} {
		if p.text != "" {
			_ = n.SetText(p.id, p.text) // UTF-8 holds every text
		}
	}
	if s, ok := m.Position().(game.Scorer); ok {
		n.Set("KM", fmt.Sprintf("%g", s.Score(nil).Komi))
	}
}

func playerText(s match.Seat) string {
	switch {
	case s.Name != "":
		return s.Name
	case s.Kind == match.Engine:
		return "moyo " + s.Engine
	case s.Kind == match.Human:
		return "Guest"
	}
	return ""
}
