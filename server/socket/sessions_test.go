package socket

import (
	"context"
	"errors"
	"testing"

	"moyo/server/identity"
	"moyo/server/store"
)

// roster knows who has which session.
type roster map[string]identity.Who

func (r roster) Who(_ context.Context, hash string) (identity.Who, error) {
	if who, ok := r[hash]; ok {
		return who, nil
	}
	return identity.Who{}, store.ErrNotFound
}

// TestEnd ends all connections of a session and no other, and those that
// were on their way while it ended or became somebody else's.
func TestEnd(t *testing.T) {
	a, b := identity.Who{Session: "a", Player: "ada"}, identity.Who{Session: "b", Player: "bo"}
	known := roster{"a": a, "b": b}
	g := &Gate{Sessions: known}
	var leave []func()
	open := func(who identity.Who) (ended func() bool) {
		ctx, end := context.WithCancelCause(t.Context())
		leave = append(leave, g.enter(ctx, NewConn(who, end)))
		return func() bool { return errors.Is(context.Cause(ctx), errSignedOut) }
	}
	first, second, other := open(a), open(a), open(b)
	if first() || second() || other() {
		t.Error("ended for no reason")
	}
	delete(known, "a")
	g.End("a")
	if !first() || !second() || other() {
		t.Errorf("ended: %v, %v and another's %v", first(), second(), other())
	}
	if late := open(a); !late() {
		t.Error("one that was on its way goes on")
	}
	changed := b
	changed.Suspended = true
	known["b"] = changed
	if before, after := open(b), open(changed); !before() || after() {
		t.Errorf("one from before the change is ended: %v, one from after it: %v", before(), after())
	}
	delete(known, "b")
	known["c"] = identity.Who{Session: "c", Player: "bo"}
	cy := identity.Who{Session: "d", Player: "cy"}
	known["d"] = cy
	elsewhere, another := open(known["c"]), open(cy)
	if g.End("bo"); !elsewhere() || another() {
		t.Errorf("a player's connections are ended: %v, another's: %v", elsewhere(), another())
	}
	for _, remove := range leave {
		remove()
	}
	if len(g.sessions.open) != 0 {
		t.Errorf("after all have left: %v", g.sessions.open)
	}
}
