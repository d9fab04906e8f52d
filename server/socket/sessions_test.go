package socket

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/identity"
)

// TestEndSession ends all connections of a session and no other, also one that
// was on its way, and none that comes later.
func TestEndSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &Gate{}
		open := func(session string) (ended func() bool, remove func()) {
			ctx, end := context.WithCancelCause(t.Context())
			remove = g.sessions.add(NewConn(identity.Who{Session: session}, end))
			return func() bool { return errors.Is(context.Cause(ctx), errSignedOut) }, remove
		}
		first, leaveFirst := open("a")
		second, leaveSecond := open("a")
		other, leaveOther := open("b")
		g.EndSession("a")
		if !first() || !second() || other() {
			t.Errorf("ended: %v, %v and another's %v", first(), second(), other())
		}
		late, leaveLate := open("a")
		time.Sleep(lateTime)
		later, leaveLater := open("a")
		if !late() || later() {
			t.Errorf("one on its way is ended: %v, one that came later: %v", late(), later())
		}
		for _, leave := range []func(){leaveFirst, leaveSecond, leaveOther, leaveLate, leaveLater} {
			leave()
		}
		if len(g.sessions.open) != 0 {
			t.Errorf("after all have left: %v", g.sessions.open)
		}
	})
}
