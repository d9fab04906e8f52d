package loadtest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// cut cuts random connections at the configured rate until ctx ends.
func (l *load) cut(ctx context.Context, tables []*table, began time.Time) {
	random := rand.New(rand.NewPCG(l.Seed, 2))
	every := time.Duration(float64(time.Second) / l.Reconnects)
	for due := began; wait(ctx, due); due = due.Add(every) {
		all := tables[random.IntN(len(tables))].members()
		if len(all) > 0 {
			all[random.IntN(len(all))].cut(due)
		}
	}
}

// lobbySilence is how long the lists may be silent: the server sends a comment every 25 s.
const lobbySilence = 40 * time.Second

// newViewer adds a client that watches the lists of games.
func (l *load) newViewer(ctx context.Context) error {
	p := l.people.another()
	open := make(chan error, 1)
	l.members.Go(func() {
		for first := true; ; first = false {
			err := p.watchLobby(l, func() { open <- nil })
			if first {
				select {
				case open <- err:
				default:
				}
			}
			if l.ctx.Err() != nil {
				return
			}
			l.fault("the lists of games end: " + kindOf(err))
			if !wait(l.ctx, time.Now().Add(time.Second)) {
				return
			}
		}
	})
	select {
	case err := <-open:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// watchLobby reads the lists as they change, until the server closes them or is silent for too long.
func (p *person) watchLobby(l *load, opened func()) error {
	ctx, cancel := context.WithCancelCause(l.ctx)
	defer cancel(nil)
	silent := time.AfterFunc(lobbySilence, func() { cancel(errors.New("nothing came for 40 s")) })
	defer silent.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.of.cfg.URL+"/api/lobby/events?live=1", nil)
	if err != nil {
		return err
	}
	req.Header = p.header()
	res, err := p.of.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if err := refused(res, nil); err != nil {
		return err
	}
	opened()
	lines := bufio.NewReader(res.Body)
	for length := 0; ; {
		part, err := lines.ReadSlice('\n')
		length += len(part)
		l.lobby.bytes.Add(uint64(len(part)))
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) || err != nil:
			return errors.Join(err, context.Cause(ctx))
		}
		if length > 1 {
			l.lobby.messages.Add(1)
		}
		length = 0
		silent.Reset(lobbySilence)
	}
}
