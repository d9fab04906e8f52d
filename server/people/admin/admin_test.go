package admin

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/base/access"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// office returns a service with accounts, and the list of reported changes.
func office(t *testing.T, names ...string) (s *Service, changed *[]string) {
	t.Helper()
	changed = new([]string)
	s = &Service{Store: sqlitetest.New(t), Now: func() time.Time { return noon }}
	s.Changed = func(player string) { *changed = append(*changed, player) }
	for _, n := range names {
		if _, err := s.Do(t.Context(), Request{Do: "create", Name: n}); err != nil {
			t.Fatal(err)
		}
	}
	*changed = nil
	return s, changed
}

// TestList: a list ends at its limit, and More reports whether there are more entries.
func TestList(t *testing.T) {
	s, _ := office(t, "Ada", "Bo", "Cy")
	for _, c := range []struct {
		after string
		limit int
		want  string
	}{
		{"", 0, "Ada Bo Cy"}, {"", 3, "Ada Bo Cy"}, {"", 2, "Ada Bo more"}, {"", maxList + 1, "Ada Bo Cy"},
		{"Bo", 2, "Cy"}, {"Ada", 1, "Bo more"}, {"Cy", 1, ""},
	} {
		a, err := s.Do(t.Context(), Request{Do: "list", After: c.after, Limit: c.limit})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range a.People {
			got = append(got, p.Name)
		}
		if a.More {
			got = append(got, "more")
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("after %q, at most %d: %q, want %q", c.after, c.limit, text, c.want)
		}
	}
}

// TestSentences: a suspension or silence has a reason and an end, is in the audit log, and reaches its target.
func TestSentences(t *testing.T) {
	const day = "2026-07-02T12:00:00Z"
	for _, c := range []struct {
		r                   Request
		suspended, silenced string
		kind                store.DeedKind
		err                 string
	}{
		{Request{Do: "suspend", Hours: 24, Why: "rude"}, day, "", store.Suspended, ""},
		{Request{Do: "suspend", Why: "rude"}, "for good", "", store.Suspended, ""},
		{Request{Do: "silence", Hours: 24, Why: "rude"}, "", day, store.Silenced, ""},
		{Request{Do: "restore"}, "", "", store.Restored, ""},
		{Request{Do: "unsilence"}, "", "", store.Unsilenced, ""},
		{Request{Do: "suspend", Hours: 24}, "", "", "", "give a reason"},
		{Request{Do: "silence", Hours: MaxHours, Why: "rude"}, "", noon.Add(MaxHours * time.Hour).Format(time.RFC3339), store.Silenced, ""},
		{Request{Do: "silence", Hours: MaxHours + 1, Why: "rude"}, "", "", "", "hours"},
		{Request{Do: "silence", Hours: -1, Why: "rude"}, "", "", "", "hours"},
		{Request{Do: "dismiss"}, "", "", "", "unknown command"},
	} {
		s, changed := office(t, "Ada")
		c.r.Name = "ada"
		a, err := s.Do(t.Context(), c.r)
		deeds, err2 := s.Do(t.Context(), Request{Do: "audit", Name: "Ada", Limit: 1})
		if err2 != nil || len(deeds.Deeds) != 1 {
			t.Fatal(deeds, err2)
		}
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || len(*changed) > 0 || deeds.Deeds[0].Kind != store.MadeAccount {
				t.Errorf("%+v: %v, told %v", c.r, err, *changed)
			}
			continue
		}
		if err != nil || len(a.People) != 1 || a.People[0].Suspended != c.suspended || a.People[0].Silenced != c.silenced || len(*changed) != 1 {
			t.Errorf("%+v: %+v, %v, told %v", c.r, a, err, *changed)
		}
		if d := deeds.Deeds[0]; d.Kind != c.kind || d.By != "operator" || d.Target != "Ada" || d.Why != c.r.Why || !deeds.More {
			t.Errorf("%+v is written down as %+v, more %v", c.r, d, deeds.More)
		}
	}
}

// TestAccounts: names are unique, roles are from the list, and a new account or a reset returns a code to sign in.
func TestAccounts(t *testing.T) {
	s, changed := office(t, "Ada")
	var codes []string
	for _, c := range []struct {
		r    Request
		role store.Role
		code bool
		err  string
	}{
		{Request{Do: "create", Name: "Bo", Role: store.Moderator}, store.Moderator, true, ""},
		{Request{Do: "create", Name: "ADA"}, "", false, "is taken"},
		{Request{Do: "create", Name: "Cy", Role: store.Guest}, "", false, "want one of"},
		{Request{Do: "create", Name: ""}, "", false, ""},
		{Request{Do: "reset", Name: "Ada"}, store.Member, true, ""},
		{Request{Do: "reset", Name: "Dee"}, "", false, "no account"},
		{Request{Do: "role", Name: "Ada", Role: store.Administrator}, store.Administrator, false, ""},
		{Request{Do: "role", Name: "Ada", Role: store.Deleted}, "", false, "want one of"},
	} {
		*changed = nil
		a, err := s.Do(t.Context(), c.r)
		if c.role == "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || len(*changed) > 0 {
				t.Errorf("%+v: %+v, %v", c.r, a, err)
			}
			continue
		}
		if err != nil || len(a.People) != 1 || a.People[0].Role != c.role || len(*changed) != 1 {
			t.Errorf("%+v: %+v, %v, told %v", c.r, a, err, *changed)
		}
		if (a.Code != "") != c.code || c.code && slices.Contains(codes, a.Code) {
			t.Errorf("%+v: the code %q", c.r, a.Code)
		}
		if codes = append(codes, a.Code); c.code && a.Until != "2026-07-04T12:00:00Z" {
			t.Errorf("the code is good until %s", a.Until)
		}
	}
}

func TestDate(t *testing.T) {
	for at, want := range map[time.Time]string{
		{}: "", noon: "2026-07-01T12:00:00Z", access.Forever: "for good", access.Forever.Add(-time.Second): "9998-12-31T23:59:59Z",
	} {
		if got := date(at); got != want {
			t.Errorf("%s: %q, want %q", fmt.Sprint(at), got, want)
		}
	}
}
