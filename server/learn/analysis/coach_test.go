package analysis

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"moyo/catalog"
	"moyo/server/base/identity"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/share/boards"
	"moyo/server/store/sqlite/sqlitetest"
)

// FuzzCoachRequest sends raw questions to the coach: each gets exactly one answer.
func FuzzCoachRequest(f *testing.F) {
	for _, seed := range []string{
		`{"type":"notes","id":1,"board":"grid:5","rules":"weiqi","moves":["C3"],"side":"black"}`,
		`{"type":"why","board":"grid:3","rules":"gomoku:n=3","stones":"xo.......","toPlay":"black","side":"white","move":"A1"}`,
		`{"type":"why","board":"grid:3","rules":"weiqi","side":"white","move":"pass"}`, `{"type":"stop"}`, `null`, `{`,
	} {
		f.Add([]byte(seed))
	}
	d := New(context.Background(), Config{
		Reading: queue.New(queue.Config{}), Boards: boards.NewCache(sqlitetest.New(f)),
		Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		var req CoachRequest
		if json.Unmarshal(data, &req) == nil && (req.Type == "hint" || req.Type == "review" || len(req.Board) > 8) {
			t.Skip() // needs an engine, or a large board: slow
		}
		c := socket.NewConn(identity.Who{Player: "a"}, func(error) {})
		if err := d.coach()(t.Context(), t.Context(), c, data); err != nil {
			t.Fatal(err)
		}
		if req.Type == "stop" {
			return
		}
		var reply CoachReply
		if len(c.Queue()) != 1 || json.Unmarshal(<-c.Queue(), &reply) != nil || reply.Problem == "" && reply.Notes == nil && reply.Why == nil {
			t.Fatalf("%s: %+v", data, reply)
		}
	})
}
