package cluster

import (
	"context"
	"encoding/json"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/server/base/guard"
)

// topic returns the subject of messages to all nodes.
func topic(name string) string { return "moyo.all." + name }

// Spread returns a function that calls f on every node: on this one before it returns, and soon on the others that
// can be reached. name must be the same on all nodes. Other nodes see the calls of one node in order.
func Spread[T any](c *Cluster, name string, f func(T)) func(T) {
	others := Others(c, name, f)
	return func(value T) {
		f(value)
		others(value)
	}
}

// Others is [Spread] without the call on this node.
func Others[T any](c *Cluster, name string, f func(T)) func(T) {
	if c.IsAlone() {
		return func(T) {}
	}
	c.listen(topic(name), func(m *nats.Msg) {
		var value T
		if err := json.Unmarshal(m.Data, &value); err != nil {
			c.Log.Error("cannot parse a message of another node", "topic", name, "err", err)
			return
		}
		f(value)
	})
	return func(value T) { c.publish(topic(name), value) }
}

// askTime is how long a node waits for answers of the others.
const askTime = 300 * time.Millisecond

// Any returns a function that reports whether f is true on any node.
func Any[T any](c *Cluster, name string, f func(T) bool) func(context.Context, T) bool {
	if c.IsAlone() {
		return func(_ context.Context, value T) bool { return f(value) }
	}
	c.listen(topic(name), func(m *nats.Msg) {
		var value T
		if json.Unmarshal(m.Data, &value) == nil {
			_ = m.Respond([]byte{"ny"[toInt(f(value))]})
		}
	})
	return func(ctx context.Context, value T) bool { return f(value) || c.anyOther(ctx, topic(name), value) }
}

// anyOther asks the other nodes until one answers yes, all have answered no, or askTime has passed.
func (c *Cluster) anyOther(ctx context.Context, subject string, value any) bool {
	left := c.Others()
	if left == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	answers, err := c.Conn.SubscribeSync(c.Conn.NewRespInbox())
	if err != nil {
		return false
	}
	defer func() { _ = answers.Unsubscribe() }()
	data, err := json.Marshal(value)
	if err != nil || c.Conn.PublishRequest(subject, answers.Subject, data) != nil {
		return false
	}
	for ; left > 0; left-- {
		m, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return false
		}
		if string(m.Data) == "y" {
			return true
		}
	}
	return false
}

// listen calls f with the messages of other nodes, from Start on. A failed subscription is a bug, because it does not
// depend on the network.
func (c *Cluster) listen(subject string, f nats.MsgHandler) {
	guarded := func(m *nats.Msg) {
		if err := guard.Run(func() error { f(m); return nil }); err != nil {
			c.Log.Error("message of another node failed", "subject", subject, "err", err)
		}
	}
	c.mu.Lock()
	if c.early != nil {
		c.early[subject] = append(c.early[subject], guarded)
		c.mu.Unlock()
		return
	}
	c.mu.Unlock()
	if _, err := c.Conn.Subscribe(subject, guarded); err != nil {
		c.Log.Error("cannot subscribe to other nodes", "subject", subject, "err", err)
	}
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
