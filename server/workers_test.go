package server

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/wire"
	"moyo/server/machines/messages"
	"moyo/server/machines/work"
)

// thinker is a scripted engine.
type thinker func(ctx context.Context, pos game.Position) (engine.Info, error)

func (thinker) Name() string { return "thinker" }
func (thinker) Close() error { return nil }
func (f thinker) Search(ctx context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Info, error) {
	return f(ctx, pos)
}

// TestWorkersPlay: while the server's only processor thinks for one game, a worker
// moves in the others; if the worker fails, the server does.
func TestWorkersPlay(t *testing.T) {
	m, err := messages.Open(t.Context(), messages.Config{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	foreman, err := work.NewForeman(work.ForemanConfig{Conn: m.Conn(), Version: "test", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(foreman.Close)
	var elsewhere atomic.Int32
	var broken atomic.Bool
	startWorker(t, m, &elsewhere, &broken)

	slow := make(chan struct{})
	cfg := withScript(t, func(ctx context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		select {
		case <-slow:
		case <-ctx.Done():
		}
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	cfg.Limits.Searches = 1
	cfg.Workers = foreman
	url := start(t, cfg)
	metrics := func() string {
		res, err := http.Get(url + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	until(t, "it to be so", func() bool { return strings.Contains(metrics(), "moyo_workers_slots 1") })
	play := func() *table {
		p := newPerson(t, url)
		tb := p.open(p.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "scripted"}).ID)
		tb.must(wire.ClientMessage{Type: "play", Move: "C3"})
		return tb
	}
	moved := func(s wire.State) bool { return s.Ply == 2 }
	first := play()
	play().untilState("the worker's move", moved)
	if n := elsewhere.Load(); n != 1 {
		t.Errorf("%d searches elsewhere, want 1", n)
	}
	broken.Store(true)
	last := play()
	until(t, "it to be so", func() bool { return strings.Contains(metrics(), `moyo_jobs_total{kind="search",outcome="failed"} 1`) })
	close(slow)
	first.untilState("the server's move", moved)
	last.untilState("the server's move", moved)
}

// startWorker starts a worker that counts its searches, and can be made to fail.
func startWorker(t *testing.T, m *messages.Messages, elsewhere *atomic.Int32, broken *atomic.Bool) {
	worker, err := work.NewWorker(work.WorkerConfig{
		Conn: m.Conn(), Version: "test", Slots: 1, Memory: 512, Log: slog.New(slog.DiscardHandler),
		NewEngine: func(string) (engine.Engine, error) {
			return thinker(func(_ context.Context, pos game.Position) (engine.Info, error) {
				if elsewhere.Add(1); broken.Load() {
					return engine.Info{}, errors.New("it is broken")
				}
				return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
			}), nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}
