package server

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"moyo/server/base/queue"
)

// TestOneQuestionAtATime floods the server with questions about large boards while others use the
// processor: one question of each connection waits, nothing is built earlier, and nothing outlives its connection.
func TestOneQuestionAtATime(t *testing.T) {
	t.Parallel()
	const sockets, questions = 10, 20
	bubble(t, func(t *testing.T) {
		cfg := testConfig(newStore(t))
		cfg.Limits.Analyses = 1
		s := New(cfg)
		p := newPerson(t, serveFor(t, s))
		waiting := func() string {
			t.Helper()
			synctest.Wait()
			_, n, _ := strings.Cut(p.must(200, "GET", "/metrics", nil, nil), `moyo_searches_waiting{for="readings"} `)
			n, _, _ = strings.Cut(n, "\n")
			return n
		}
		held, done := make(chan struct{}), make(chan struct{})
		go func() {
			_ = s.desks.Reading.Do(context.Background(), queue.Move, queue.Asker{}, nil, func() error { close(held); <-done; return nil })
		}()
		<-held
		defer close(done)
		var open []*websocket.Conn
		for _, ask := range []struct{ path, question string }{
			{"/api/analysis/ws", `{"id":1,"board":"torus:70x%d","rules":"weiqi","moves":[],"seconds":0}`},
			{"/api/coach/ws", `{"id":1,"type":"notes","board":"torus:70x%d","rules":"weiqi","side":"black"}`},
			{"/api/solve/ws", `{"id":1,"type":"solve","problem":{"board":"torus:70x%d","toPlay":"black","question":"live"}}`},
		} {
			for range sockets {
				conn, _, err := websocket.Dial(t.Context(), strings.Replace(p.url, "http", "ws", 1)+ask.path,
					&websocket.DialOptions{HTTPClient: p.http})
				if err != nil {
					t.Fatal(err)
				}
				open = append(open, conn)
				go func() {
					for i := range questions {
						_ = conn.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, ask.question, 50+i))
					}
				}()
			}
		}
		if got, want := waiting(), fmt.Sprint(3*sockets); got != want {
			t.Errorf("%s questions wait, want %s", got, want)
		}
		for _, conn := range open {
			_ = conn.CloseNow()
		}
		if got := waiting(); got != "0" {
			t.Errorf("%s questions wait of connections that have ended", got)
		}
	})
}
