package moderation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/play/chat"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// talk lets players of the room "players" read its messages, and records removed ones.
type talk struct {
	store   *sqlite.Store
	removed []int64
}

func (t *talk) Line(ctx context.Context, id int64) (chat.Line, error) {
	return chat.Kept{DB: t.store}.One(ctx, id)
}

func (t *talk) MayRead(ctx context.Context, who identity.Who, l chat.Line) error {
	if g, err := t.store.Game(ctx, l.Game); err != nil || !plays(g, who.Player) {
		return errors.New("not for you")
	}
	return nil
}

func (t *talk) Removed(_ context.Context, l chat.Line) error {
	t.removed = append(t.removed, l.ID)
	return nil
}

func (t *talk) Around(_ context.Context, _ store.Game, line int64) ([]wire.ChatLine, error) {
	return []wire.ChatLine{{ID: int(line)}}, nil
}

// court is a moderation service with people. ada and bo play the game g, in which bo wrote message 1. eve and guests are visitors.
// mo and ned are moderators; root and boss are administrators.
type court struct {
	*routes
	t       *testing.T
	store   *sqlite.Store
	talk    *talk
	changed []string
}

func newCourt(t *testing.T) *court {
	t.Helper()
	s := sqlitetest.New(t)
	c := &court{t: t, store: s, talk: &talk{store: s}}
	for name, role := range map[string]store.Role{
		"ada": store.Member, "bo": store.Member, "eve": store.Member,
		"mo": store.Moderator, "ned": store.Moderator, "root": store.Administrator, "boss": store.Administrator,
	} {
		err := s.SavePlayer(t.Context(), store.Player{ID: name, Role: role, Name: strings.ToUpper(name), Skeleton: name, Created: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.newGame("g", "ada", "bo")
	c.line("g", "bo")
	c.routes = &routes{Config{
		Store: s, Talk: c.talk, Rates: limit.NewAddresses(9, 9, time.Now), Skeleton: skeleton,
		Changed: func(player string) { c.changed = append(c.changed, player) }, Random: func() uint64 { return 7 }, Now: time.Now,
	}}
	return c
}

func skeleton(name string) string { return strings.ToLower(name) }

func (c *court) newGame(id, black, white string) {
	c.t.Helper()
	g := store.Game{
		ID: id, Phase: match.Playing, Version: 1, Black: match.Seat{Kind: match.Human, Player: black, Name: "Seat of " + black},
		White: match.Seat{Kind: match.Human, Player: white, Name: "Seat of " + white},
	}
	if err := c.store.Create(c.t.Context(), g, store.Entry{}); err != nil {
		c.t.Fatal(err)
	}
}

func (c *court) line(game, player string) int {
	c.t.Helper()
	id, err := chat.Kept{DB: c.store}.Add(c.t.Context(), chat.Line{Game: game, Room: "players", Player: player, Text: "rude", At: time.Now()})
	if err != nil {
		c.t.Fatal(err)
	}
	return int(id)
}

// as returns the context of a player's or guest's request, each from its own address.
func (c *court) as(player string) context.Context {
	c.t.Helper()
	who := identity.Who{Player: player, Role: store.Guest}
	if p, err := c.store.Player(c.t.Context(), player); err == nil {
		who = identity.Who{
			Player: p.ID, Role: p.Role, Name: p.Name,
			Suspended: c.routes.Now().Before(p.Suspended), Until: p.Suspended, Why: p.Why,
		}
	}
	var ctx context.Context
	h := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ctx = r.Context() })
	identity.Identify(known(who), h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(c.t.Context(), "GET", "/", nil))
	return limit.With(ctx, "address of "+player)
}

// known is the caller of every request.
type known identity.Who

func (k known) Who(context.Context, string) (identity.Who, error) { return identity.Who(k), nil }

// code returns the code of an error, or "".
func code(err error) apierror.Code {
	if err == nil {
		return ""
	}
	return apierror.Of(err).Code
}

func (c *court) report(player string, in NewReport, want apierror.Code) {
	c.t.Helper()
	if in.Reason == "" {
		in.Reason = "abuse"
	}
	if _, err := c.postReport(c.as(player), &struct{ Body NewReport }{in}); code(err) != want {
		c.t.Errorf("%s reports %+v: %v, want %q", player, in, err, want)
	}
}

func (c *court) deed(player string, in NewDeed, want apierror.Code) {
	c.t.Helper()
	if _, err := c.postDeed(c.as(player), &struct{ Body NewDeed }{in}); code(err) != want {
		c.t.Errorf("%s does %+v: %v, want %q", player, in, err, want)
	}
}

func (c *court) claim(player string, id int64, claim bool, want apierror.Code) {
	c.t.Helper()
	in := &claimInput{id, ReportClaim{Claim: claim}}
	if _, err := c.postClaim(c.as(player), in); code(err) != want {
		c.t.Errorf("%s claims %d, %v: %v, want %q", player, id, claim, err, want)
	}
}

// queue returns the ids of the open reports that a player sees.
func (c *court) queue(player string) (ids []int) {
	c.t.Helper()
	out, err := c.getReports(c.as(player), &listInput{State: "open"})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, r := range out.Body.Reports {
		ids = append(ids, r.ID)
	}
	return ids
}

// standing returns a player's warnings and penalties.
func (c *court) standing(player string) *Standing {
	c.t.Helper()
	out, err := c.getStanding(c.as(player), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return out.Body
}

// TestReports checks which reports are accepted.
func TestReports(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t)
		c.newGame("h", "guest", "bo")
		line := c.line("h", "bo")
		next := func() { time.Sleep(time.Minute) }
		c.report("ada", NewReport{Kind: "line", Line: 1}, "")
		c.report("ada", NewReport{Kind: "game", Game: "g", Seat: "white"}, apierror.TooOften)
		next()
		c.report("ada", NewReport{Kind: "line", Line: 1}, apierror.OutOfStep)
		next()
		c.report("ada", NewReport{Kind: "game", Game: "g", Seat: "white"}, "")
		next()
		c.report("eve", NewReport{Kind: "player", Name: "Bo", Text: "x\u202e\ny"}, "")
		c.report("guest", NewReport{Kind: "line", Line: line}, "")
		next()
		c.report("guest", NewReport{Kind: "game", Game: "h", Seat: "white"}, "")
		next()
		for _, refused := range []struct {
			player string
			in     NewReport
			want   apierror.Code
		}{
			{"guest", NewReport{Kind: "game", Game: "g", Seat: "white"}, apierror.SignedOut},
			{"guest", NewReport{Kind: "player", Name: "Bo"}, apierror.SignedOut},
			{"ada", NewReport{Kind: "game", Game: "g", Seat: "black"}, apierror.BadRequest},
			{"bo", NewReport{Kind: "line", Line: 1}, apierror.BadRequest},
			{"bo", NewReport{Kind: "player", Name: "BO"}, apierror.BadRequest},
			{"eve", NewReport{Kind: "line", Line: 1}, apierror.NotFound}, // she may not read it
			{"eve", NewReport{Kind: "line", Line: 99}, apierror.NotFound},
			{"eve", NewReport{Kind: "game", Game: "x", Seat: "black"}, apierror.NotFound},
			{"eve", NewReport{Kind: "game", Game: "g", Seat: "green"}, apierror.BadRequest},
			{"eve", NewReport{Kind: "player", Name: "unknown"}, apierror.NotFound},
			{"eve", NewReport{Kind: "rumour"}, apierror.BadRequest},
			{"eve", NewReport{Kind: "player", Name: "Bo", Reason: "hair"}, apierror.BadRequest},
		} {
			c.report(refused.player, refused.in, refused.want)
			next()
		}
		if got, want := c.queue("mo"), []int{5, 4, 3, 2, 1}; !reflect.DeepEqual(got, want) {
			t.Errorf("the queue is %v, want %v", got, want)
		}
		if r, err := c.kept().one(t.Context(), 3); err != nil || r.Text != "x y" {
			t.Errorf("%+v %v", r, err)
		}
		for i := range perDay {
			c.newGame(fmt.Sprint("n", i), "ada", "bo")
			c.report("ada", NewReport{Kind: "game", Game: fmt.Sprint("n", i), Seat: "white"},
				map[bool]apierror.Code{true: "", false: apierror.TooOften}[i < perDay-2])
			next()
		}
		time.Sleep(24 * time.Hour)
		c.report("ada", NewReport{Kind: "game", Game: "n9", Seat: "white"}, "")
	})
}

// TestBarred: no moderator sees or judges a report that they made, that is about them, or about their own game. Only administrators
// see reports about moderators.
func TestBarred(t *testing.T) {
	c := newCourt(t)
	c.newGame("h", "mo", "bo")
	c.report("ada", NewReport{Kind: "line", Line: 1}, "")                  // 1
	c.report("mo", NewReport{Kind: "player", Name: "eve"}, "")             // 2: mo's own
	c.report("eve", NewReport{Kind: "player", Name: "mo"}, "")             // 3: about mo
	c.report("bo", NewReport{Kind: "game", Game: "h", Seat: "black"}, "")  // 4: about mo, in a game of his
	c.report("ned", NewReport{Kind: "game", Game: "h", Seat: "white"}, "") // 5: of a game of mo's
	for player, want := range map[string][]int{"mo": {1}, "ned": {2, 1}, "root": {5, 4, 3, 2, 1}} {
		if got := c.queue(player); !reflect.DeepEqual(got, want) {
			t.Errorf("%s sees %v, want %v", player, got, want)
		}
		for id := range 6 {
			seen := strings.Contains(fmt.Sprint(want), fmt.Sprint(id))
			_, err := c.getReport(c.as(player), &reportInput{int64(id)})
			if (err == nil) != seen || err != nil && code(err) != apierror.NotFound {
				t.Errorf("%s asks for %d: %v", player, id, err)
			}
			if !seen {
				c.claim(player, int64(id), true, apierror.NotFound)
				if id > 0 {
					c.deed(player, NewDeed{Kind: "dismiss", Report: id}, apierror.NotFound)
				}
			}
		}
	}
	out, err := c.getRecord(c.as("mo"), &recordInput{"mo"})
	if err != nil || len(out.Body.Reports) != 0 {
		t.Errorf("mo reads of mo: %+v %v", out, err)
	}
	line := c.line("h", "bo")
	c.deed("mo", NewDeed{Kind: "remove", Line: line, Why: "rude"}, apierror.Forbidden)
	c.deed("ned", NewDeed{Kind: "remove", Line: line, Why: "rude"}, "")
}

// TestRanks: moderators act on members and guests, administrators on moderators, and no one on themselves.
func TestRanks(t *testing.T) {
	c := newCourt(t)
	for player, may := range map[string]string{"mo": "ada bo eve", "root": "ada bo eve mo ned"} {
		for _, target := range []string{"ada", "bo", "eve", "mo", "ned", "root", "boss"} {
			want := apierror.Forbidden
			if strings.Contains(may, target) {
				want = ""
			}
			c.deed(player, NewDeed{Kind: "warn", Name: target, Why: "x"}, want)
			c.deed(player, NewDeed{Kind: "suspend", Name: target, Why: "x", Hours: 1}, want)
		}
	}
}

// TestDeeds performs every action, by report, message and name, and checks its effect.
func TestDeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t)
		id := c.reported()
		c.deed("mo", NewDeed{Kind: "dismiss", Report: id}, "")
		c.closed(id, "dismiss")
		if s := c.standing("bo"); len(s.Warnings) != 0 || s.Suspended != "" || s.Silenced != "" {
			t.Errorf("after nothing: %+v", s)
		}

		id = c.reported()
		c.deed("mo", NewDeed{Kind: "warn", Report: id, Why: "be\u202e kind"}, "")
		c.closed(id, "warn")
		s := c.standing("bo")
		if len(s.Warnings) != 1 || s.Warnings[0].Text != "be kind" || s.Warnings[0].Kind != "warn" {
			t.Fatalf("warned: %+v", s)
		}
		if _, err := c.postWarning(c.as("bo"), &struct{ Body SeenWarning }{SeenWarning{ID: s.Warnings[0].ID}}); err != nil ||
			len(c.standing("bo").Warnings) != 0 {
			t.Errorf("seen: %v %+v", err, c.standing("bo"))
		}

		id = c.reported()
		c.deed("mo", NewDeed{Kind: "silence", Report: id, Why: "loud", Hours: 2}, "")
		c.closed(id, "silence")
		if s := c.standing("bo"); s.Silenced != convert.Stamp(time.Now().Add(2*time.Hour)) || s.SilencedWhy != "loud" || s.Suspended != "" {
			t.Errorf("silenced: %+v", s)
		}
		c.deed("ned", NewDeed{Kind: "unsilence", Name: "bo"}, "")
		if s := c.standing("bo"); s.Silenced != "" {
			t.Errorf("not any more: %+v", s)
		}

		id = c.reported()
		c.deed("mo", NewDeed{Kind: "suspend", Report: id, Why: "rude"}, "")
		c.closed(id, "suspend")
		if s := c.standing("bo"); s.Suspended != convert.Stamp(access.Forever) ||
			s.SuspendedWhy != "rude" || !reflect.DeepEqual(c.changed, []string{"bo"}) {
			t.Errorf("suspended: %+v, %v", s, c.changed)
		}
		c.deed("ned", NewDeed{Kind: "restore", Name: "bo"}, "")
		if s := c.standing("bo"); s.Suspended != "" || len(c.changed) != 2 {
			t.Errorf("restored: %+v, %v", s, c.changed)
		}

		id = c.reported()
		c.deed("mo", NewDeed{Kind: "rename", Report: id, Why: "no such names"}, "")
		c.closed(id, "rename")
		if p, err := c.store.Player(t.Context(), "bo"); err != nil || p.Name != "player-100007" ||
			p.Skeleton != "player-100007" || len(c.standing("bo").Warnings) != 1 {
			t.Errorf("renamed: %+v %v", p, err)
		}

		id = c.reported()
		c.deed("mo", NewDeed{Kind: "remove", Report: id, Why: "a bad word", Note: "see above"}, "")
		c.closed(id, "remove")
		if l, err := c.talk.Line(t.Context(), 1); err != nil || !l.Removed || !reflect.DeepEqual(c.talk.removed, []int64{1}) {
			t.Errorf("removed: %+v %v, told %v", l, err, c.talk.removed)
		}

		c.checkRecord()
	})
}

// reported makes Ada report a message, a day after the last report, and returns the report.
func (c *court) reported() int {
	c.t.Helper()
	time.Sleep(25 * time.Hour)
	c.report("ada", NewReport{Kind: "line", Line: 1}, "")
	return c.queue("mo")[0]
}

// closed checks a closed report, on which no action is possible.
func (c *court) closed(id int, outcome string) {
	c.t.Helper()
	out, err := c.getReport(c.as("ned"), &reportInput{int64(id)})
	if err != nil || out.Body.Report.State != "closed" || out.Body.Report.Outcome != outcome || out.Body.Report.Hand != "MO" {
		c.t.Errorf("report %d: %+v %v", id, out, err)
	}
	c.deed("ned", NewDeed{Kind: "dismiss", Report: id}, apierror.OutOfStep)
}

// checkRecord checks the moderators' view of all actions on Bo.
func (c *court) checkRecord() {
	out, err := c.getRecord(c.as("ned"), &recordInput{"player-100007"})
	var kinds []string
	for _, d := range out.Body.Deeds {
		kinds = append(kinds, d.By+" "+d.Kind)
	}
	want := []string{"MO remove", "MO rename", "NED restore", "MO suspend", "NED unsilence", "MO silence", "MO warn", "MO dismiss"}
	if err != nil || !reflect.DeepEqual(kinds, want) || len(out.Body.Reports) != 6 || !strings.Contains(out.Body.Deeds[1].Note, `"BO"`) {
		c.t.Errorf("the record: %v %v", kinds, err)
	}
	log, err := c.getDeeds(c.as("ned"), &deedsInput{})
	if err != nil || len(log.Body.Deeds) != len(want) || log.Body.More {
		c.t.Errorf("the log: %+v %v", log, err)
	}
}

// TestBadDeeds: invalid actions are refused and leave no trace.
func TestBadDeeds(t *testing.T) {
	c := newCourt(t)
	c.report("ada", NewReport{Kind: "game", Game: "g", Seat: "white"}, "")
	for _, bad := range []struct {
		in   NewDeed
		want apierror.Code
	}{
		{NewDeed{Kind: "hang", Name: "bo", Why: "x"}, apierror.BadRequest},
		{NewDeed{Kind: "create", Name: "bo", Why: "x"}, apierror.BadRequest},
		{NewDeed{Kind: "role", Name: "bo", Why: "x"}, apierror.BadRequest},
		{NewDeed{Kind: "warn", Name: "bo", Why: " \u200b"}, apierror.BadRequest},
		{NewDeed{Kind: "silence", Name: "bo"}, apierror.BadRequest},
		{NewDeed{Kind: "suspend", Name: "bo"}, apierror.BadRequest},
		{NewDeed{Kind: "rename", Name: "bo"}, apierror.BadRequest},
		{NewDeed{Kind: "remove", Line: 1}, apierror.BadRequest},
		{NewDeed{Kind: "warn", Name: "unknown", Why: "x"}, apierror.NotFound},
		{NewDeed{Kind: "warn", Line: 99, Why: "x"}, apierror.NotFound},
		{NewDeed{Kind: "warn", Report: 99, Why: "x"}, apierror.NotFound},
		{NewDeed{Kind: "dismiss", Name: "bo"}, apierror.BadRequest},
		{NewDeed{Kind: "remove", Name: "bo", Why: "x"}, apierror.BadRequest},
		{NewDeed{Kind: "remove", Report: 1, Why: "x"}, apierror.BadRequest}, // it is not about a line
		{NewDeed{Kind: "restore", Report: 1}, apierror.BadRequest},
		{NewDeed{Kind: "silence", Name: "bo", Why: "x", Hours: -1}, apierror.BadRequest},
		{NewDeed{Kind: "silence", Name: "bo", Why: "x", Hours: 1 << 40}, apierror.BadRequest},
	} {
		c.deed("mo", bad.in, bad.want)
	}
	c.line("g", "guest")
	c.deed("mo", NewDeed{Kind: "rename", Line: 2, Why: "x"}, apierror.BadRequest)
	if log, err := c.store.Deeds(t.Context(), store.DeedQuery{Limit: 9}); err != nil || len(log) != 0 {
		t.Errorf("the log has %+v %v", log, err)
	}
	c.deed("mo", NewDeed{Kind: "suspend", Line: 2, Why: "x", Hours: 1}, "") // guests, too
	if s := c.standing("guest"); s.Suspended == "" {
		t.Errorf("a suspended guest: %+v", s)
	}
}

// TestClaims: while one moderator claims a report, no other can judge it.
func TestClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCourt(t)
		c.report("ada", NewReport{Kind: "line", Line: 1}, "")
		c.claim("mo", 1, true, "")
		c.claim("ned", 1, true, apierror.OutOfStep)
		c.claim("ned", 1, false, "") // ned had not claimed it
		c.deed("ned", NewDeed{Kind: "dismiss", Report: 1}, apierror.OutOfStep)
		out, err := c.getReport(c.as("ned"), &reportInput{1})
		if err != nil || out.Body.Report.Hand != "MO" || out.Body.Report.Yours || out.Body.Game == nil ||
			len(out.Body.Lines) != 1 || out.Body.Target.Person.Name != "BO" {
			t.Errorf("%+v %v", out, err)
		}
		time.Sleep(inHand + time.Second)
		c.claim("ned", 1, true, "")
		c.deed("mo", NewDeed{Kind: "dismiss", Report: 1}, apierror.OutOfStep)
		c.claim("ned", 1, false, "")
		c.deed("mo", NewDeed{Kind: "dismiss", Report: 1}, "")
	})
}

// TestPages reads a queue and a log that are longer than a page.
func TestPages(t *testing.T) {
	c := newCourt(t)
	for i := range pageSize + 1 {
		r := keptReport{Kind: ofPlayer, Reporter: fmt.Sprint("r", i), Target: "bo", Reason: "other", Created: time.Now()}
		if _, err := c.kept().add(t.Context(), r, bounds{Each: 1, Open: 999}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.store.Act(t.Context(), store.Deed{Kind: store.Warned, Target: "bo", At: time.Now()}, store.Change{}); err != nil {
			t.Fatal(err)
		}
	}
	first, err1 := c.getReports(c.as("mo"), &listInput{State: "open"})
	rest, err2 := c.getReports(c.as("mo"), &listInput{State: "open", Before: 2})
	log, err3 := c.getDeeds(c.as("mo"), &deedsInput{Name: "bo"})
	end, err4 := c.getDeeds(c.as("mo"), &deedsInput{Before: pageSize + 1})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	for _, page := range []struct {
		n        int
		more     bool
		want     int
		wantMore bool
	}{
		{len(first.Body.Reports), first.Body.More, pageSize, true}, {len(rest.Body.Reports), rest.Body.More, 1, false},
		{len(log.Body.Deeds), log.Body.More, pageSize, true}, {len(end.Body.Deeds), end.Body.More, pageSize, false},
	} {
		if page.n != page.want || page.more != page.wantMore {
			t.Errorf("%+v", page)
		}
	}
}
