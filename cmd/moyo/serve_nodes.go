package main

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"moyo/server/base/cluster"
	"moyo/server/machines/messages"
	"moyo/server/machines/work"
	"moyo/server/store"
)

// others are the connections to other processes of the server.
type others struct {
	cluster *cluster.Cluster
	foreman *work.Foreman // gives searches to workers; nil without NATS
	ends    []func()
}

// leave closes the connections to other processes, after the server has ended.
func (o *others) leave() {
	for i := len(o.ends) - 1; i >= 0; i-- {
		o.ends[i]()
	}
}

// join connects to the other processes: workers by NATS and, if the database can be shared, other
// nodes.
func (c *serveCmd) join(ctx context.Context, s store.Store, log *slog.Logger) (_ *others, err error) {
	o := &others{cluster: cluster.Alone()}
	leases, shared := s.(store.Leases)
	if c.Work.NATS == "" && c.Work.NATSListen == "" && !shared {
		return o, nil
	}
	defer func() {
		if err != nil {
			o.leave()
		}
	}()
	if shared && c.Work.NATS == "" {
		if err := alone(ctx, leases); err != nil {
			return nil, err
		}
	}
	m, err := messages.Open(ctx, c.Work.messages(c.Store.Data, log))
	if err != nil {
		return nil, err
	}
	o.ends = append(o.ends, m.Close)
	if shared {
		if err := o.enter(ctx, m, leases, c.Work.Role, log); err != nil {
			return nil, err
		}
	}
	if c.Work.NATS == "" && c.Work.NATSListen == "" {
		return o, nil // where workers cannot exist
	}
	o.foreman, err = work.NewForeman(work.ForemanConfig{Conn: m.Conn(), Version: version(), Log: log})
	if err != nil {
		return nil, err
	}
	o.ends = append(o.ends, o.foreman.Close)
	return o, nil
}

// enter makes this process a node, which starts with [cluster.Cluster.Start].
func (o *others) enter(ctx context.Context, m *messages.Messages, leases store.Leases, role string, log *slog.Logger) error {
	apart, err := m.Apart(ctx)
	if err != nil {
		return err
	}
	o.cluster = cluster.New(cluster.Config{Conn: apart.Conn(), Leases: leases, Role: role, Version: version(), Log: log})
	o.ends = append(o.ends, apart.Close, o.cluster.Close)
	return nil
}

// The process waits for the lease of a predecessor that has just crashed.
const (
	aloneTime  = 5 * time.Second
	aloneAgain = 250 * time.Millisecond
)

// alone returns an error if another process, which this one cannot reach, uses the database.
func alone(ctx context.Context, leases store.Leases) error {
	for end := time.Now().Add(aloneTime); ; {
		nodes, err := leases.Nodes(ctx)
		switch {
		case err != nil || len(nodes) == 0:
			return err
		case time.Now().After(end):
			return errors.New("another moyo uses this database; to run several, start all of them with the same --nats")
		}
		select {
		case <-time.After(aloneAgain):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
