package invitation

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// sessions records calls.
type sessions struct {
	done string
	fail error // of Leave
}

func (s *sessions) Start(_ context.Context, player, _ string) (string, error) {
	s.done += "start " + player + ";"
	return "token-of-" + player, nil
}

func (s *sessions) Leave(context.Context) error {
	s.done += "leave;"
	return s.fail
}

// TestRedeem: a code signs its player in once and in time, in any spelling, and ends the browser's earlier session.
func TestRedeem(t *testing.T) {
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		typed func(code string) string
		after time.Duration
		used  bool // before
		gone  bool // the player is
		leave error
		in    bool
	}{
		{name: "as it is", in: true},
		{name: "in small letters", typed: strings.ToLower, in: true},
		{name: "without its groups", typed: func(code string) string { return strings.ReplaceAll(code, "-", "") }, in: true},
		{name: "in the last moment", after: lifetime - time.Millisecond, in: true},
		{name: "too late", after: lifetime},
		{name: "used already", used: true},
		{name: "another", typed: func(string) string { return newCode() }},
		{name: "none", typed: func(string) string { return "" }},
		{name: "too long", typed: func(code string) string { return code + strings.Repeat("-", maxCode) }},
		{name: "of an account that is gone", gone: true},
		{name: "with a session that does not end", leave: broken},
	} {
		s, now := sqlitetest.New(t), noon
		if !c.gone {
			p := store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada", Created: noon}
			if _, err := s.Act(t.Context(), store.Deed{Kind: store.MadeAccount, Target: p.ID, At: noon}, store.Change{Create: &p}); err != nil {
				t.Fatal(err)
			}
		}
		code, until, err := New(t.Context(), s, "ada", noon)
		if err != nil || until != noon.Add(lifetime) {
			t.Fatal(until, err)
		}
		if c.used {
			if _, err := redeem(t.Context(), s, hashOf(code), noon); err != nil {
				t.Fatal(err)
			}
		}
		if c.typed != nil {
			code = c.typed(code)
		}
		now = noon.Add(c.after)
		signs := &sessions{fail: c.leave}
		r := routes{Config{
			Store: s, Sessions: signs, Rates: limit.NewAddresses(0, 0, time.Now),
			Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		}}
		out, err := r.postRedeem(t.Context(), &struct{ Body Redeem }{Redeem{Code: code}})
		var refused *apierror.Error
		switch {
		case c.in:
			if err != nil || out.Body.Name != "Ada" || !strings.Contains(strings.Join(out.SetCookie, ""), "token-of-ada") ||
				signs.done != "start ada;leave;" {
				t.Errorf("%s: %+v, %v; sessions: %s", c.name, out, err, signs.done)
			}
		case c.leave != nil:
			if out != nil || !errors.Is(err, c.leave) {
				t.Errorf("%s: %+v, %v", c.name, out, err)
			}
		case out != nil || !errors.As(err, &refused) || refused.Code != apierror.NotFound || signs.done != "":
			t.Errorf("%s: %+v, %v; sessions: %s", c.name, out, err, signs.done)
		}
	}
}

// TestNewCode: codes differ. They are groups of letters and digits that are hard to confuse.
func TestNewCode(t *testing.T) {
	code, other := newCode(), newCode()
	groups := strings.Split(code, "-")
	if len(groups) != 4 || len(code) != 4*groupSize+3 || strings.ContainsAny(code, "01IO") || code == other {
		t.Errorf("%q, %q", code, other)
	}
}
