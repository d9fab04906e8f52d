package cluster

import (
	"context"
	"time"

	"moyo/server/store"
)

// leadEvery is the time between two attempts to take over a task of another node.
const leadEvery = time.Second

// Lead runs f whenever this node has a task, until ctx ends. f's context ends when this node loses the task; then
// another node may run it.
func (c *Cluster) Lead(ctx context.Context, task string, f func(context.Context)) {
	if c.IsAlone() {
		f(ctx)
		return
	}
	for ctx.Err() == nil {
		if o, ok := c.takes(ctx, task); ok {
			c.lead(ctx, task, o, f)
		}
		select {
		case <-time.After(leadEvery):
		case <-ctx.Done():
		}
	}
}

// takes tries to take a task for this node.
func (c *Cluster) takes(ctx context.Context, task string) (o store.Owner, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	o, err := c.Leases.Lead(ctx, task, c.self.ID)
	return o, err == nil && o.Node == c.self.ID
}

// lead runs f until the task is lost or ctx ends, then resigns.
func (c *Cluster) lead(ctx context.Context, task string, o store.Owner, f func(context.Context)) {
	c.mu.Lock()
	lapse := c.lease
	c.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(lapse, cancel)()
	f(ctx)
	end, stop := context.WithTimeout(context.WithoutCancel(ctx), renewTime)
	defer stop()
	if err := c.Leases.Resign(end, task, o); err != nil {
		c.Log.Warn("cannot resign a task; it stays with this node until the lease expires", "task", task, "err", err)
	}
}

// Leader returns the node that has a task. A task without a node goes to this one.
func (c *Cluster) Leader(ctx context.Context, task string) (node string, err error) {
	if c.IsAlone() {
		return "", nil
	}
	o, err := c.Leases.Lead(ctx, task, c.self.ID)
	return o.Node, err
}
