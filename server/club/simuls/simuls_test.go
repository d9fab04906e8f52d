package simuls

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

func actOf(do, player string) SimulAct { return SimulAct{Do: do, Player: player} }

// do performs a player's act, as their request would.
func (w *world) do(player string, act SimulAct) error {
	w.t.Helper()
	return w.s.write(w.t.Context(), "a", func(v *exhibition, b *body) (bool, error) {
		who := identity.Who{Player: player, Role: store.Member}
		if err := acts.Check(act.Do, who, v.Owner == player); err != nil {
			return false, err
		}
		return true, w.s.acts()[act.Do](w.t.Context(), v, b, who, act)
	})
}

// must performs an act that has to succeed.
func (w *world) must(player string, act SimulAct) {
	w.t.Helper()
	if err := w.do(player, act); err != nil {
		w.t.Fatalf("%s: %+v: %v", player, act, err)
	}
}

// refused performs an act that has to be refused.
func (w *world) refused(code apierror.Code, player string, act SimulAct) {
	w.t.Helper()
	if err := w.do(player, act); err == nil || apierror.Of(err).Code != code {
		w.t.Errorf("%s: %+v: %v, want %s", player, act, err, code)
	}
}

// view returns the exhibition as everyone sees it.
func (w *world) view() *Simul {
	w.t.Helper()
	v, err := w.s.show(w.t.Context(), "a")
	if err != nil {
		w.t.Fatal(err)
	}
	return v.View
}

// TestGuests asks, accepts and refuses.
func TestGuests(t *testing.T) {
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite, MinRating: 100, MaxRating: 2000, Handicap: eachByHand})
	for i, name := range []string{"bo", "cy", "di", "weak", "strong", "unrated", "foe"} {
		w.player(name, store.Member)
		if name != "unrated" {
			w.with[name] = []int{100, 2000, 500, 99, 2001, 0, 500}[i]
		}
	}
	w.who.blocked["foe"] = true
	w.refused(apierror.Forbidden, "weak", actOf("ask", ""))
	w.refused(apierror.Forbidden, "strong", actOf("ask", ""))
	w.refused(apierror.Forbidden, "unrated", actOf("ask", ""))
	w.refused(apierror.Forbidden, "foe", actOf("ask", ""))
	w.refused(apierror.BadRequest, "ada", actOf("ask", ""))
	w.refused(apierror.BadRequest, "bo", actOf("withdraw", ""))
	for _, name := range []string{"bo", "cy", "di"} {
		w.must(name, actOf("ask", ""))
	}
	w.refused(apierror.BadRequest, "bo", actOf("ask", ""))
	w.refused(apierror.Forbidden, "bo", actOf("accept", "bo"))
	w.refused(apierror.BadRequest, "ada", actOf("accept", "weak"))
	w.refused(apierror.BadRequest, "ada", actOf("accept", "unheard of"))
	w.refused(apierror.BadRequest, "ada", actOf("start", ""))
	w.must("ada", SimulAct{Do: "accept", Player: "bo", Stones: 4})
	for _, stones := range []int{-1, 1, 10, 1 << 40} {
		w.refused(apierror.BadRequest, "ada", SimulAct{Do: "accept", Player: "bo", Stones: stones})
	}
	w.must("ada", SimulAct{Do: "accept", Player: "di", Stones: 2})
	w.must("ada", actOf("refuse", "cy"))
	w.refused(apierror.Forbidden, "cy", actOf("ask", ""))
	w.refused(apierror.BadRequest, "cy", actOf("withdraw", ""))
	want := []SimulGuest{{Name: "bo", Accepted: true, Stones: 4}, {Name: "di", Accepted: true, Stones: 2}}
	if got := w.view().Guests; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if most := w.view().MostStones; most != 9 {
		t.Errorf("at most %d stones", most)
	}
	w.must("di", actOf("withdraw", ""))
	w.must("di", actOf("ask", ""))
	w.must("ada", actOf("cancel", ""))
	if v := w.view(); v.Head.Phase != over || !v.Head.Cancelled || len(v.Guests) != 2 {
		t.Errorf("called off: %+v", v)
	}
}

// TestFlood checks the limits of the numbers of waiting and of refused guests.
func TestFlood(t *testing.T) {
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite})
	w.player("bo", store.Member)
	for i := range maxAsking {
		w.player(fmt.Sprint("x", i), store.Member)
		w.must(fmt.Sprint("x", i), actOf("ask", ""))
	}
	w.refused(apierror.TooMany, "bo", actOf("ask", ""))
	err := w.s.write(t.Context(), "a", func(_ *exhibition, b *body) (bool, error) {
		b.Guests = b.Guests[:1]
		for i := range maxRefused {
			b.Guests = append(b.Guests, guest{Player: fmt.Sprint("y", i), State: refused})
		}
		return true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.refused(apierror.TooMany, "bo", actOf("ask", ""))
	v, _, err := w.s.read(t.Context(), "a")
	if size := len(v.Body); err != nil || size > 100_000 {
		t.Errorf("%d bytes (%v)", size, err)
	}
}

// TestGone: guests who delete their accounts are no longer shown, and others can take their
// places; refused guests with deleted accounts are removed soon, too.
func TestGone(t *testing.T) {
	w := newWorld(t)
	guests := make([]guest, maxAsking)
	for i := range guests {
		guests[i].State = []state{asked, accepted}[i%2]
	}
	w.keep(open, setup{Color: hostWhite}, guests...)
	for i := range guests {
		w.player(fmt.Sprint("p", i+1), store.Deleted)
	}
	w.player("bo", store.Member)
	w.player("cy", store.Member)
	if v := w.view(); len(v.Guests) != 0 {
		t.Errorf("%d deleted guests are shown", len(v.Guests))
	}
	w.must("bo", actOf("ask", ""))
	if v := w.view(); len(v.Guests) != 1 || v.Head.Guests != 0 {
		t.Errorf("%+v", v)
	}
	w.must("cy", actOf("ask", ""))
	w.must("ada", actOf("accept", "bo"))
	w.must("ada", actOf("refuse", "cy"))
	change := func(add ...guest) {
		t.Helper()
		if err := w.s.write(t.Context(), "a", func(_ *exhibition, b *body) (bool, error) {
			b.Guests = append(b.Guests, add...)
			return true, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range maxGuests {
		change(guest{Player: fmt.Sprint("p", i+1), State: accepted})
	}
	w.must("bo", actOf("withdraw", ""))
	w.must("bo", actOf("ask", ""))
	change(guest{Player: "p1", State: accepted}, guest{Player: "p2", State: refused})
	w.must("ada", actOf("accept", "bo"))
	w.refused(apierror.BadRequest, "ada", actOf("accept", "p1"))
	w.s.dropAllGone(t.Context())
	_, b, err := w.s.read(t.Context(), "a")
	if want := []guest{{Player: "cy", State: refused}, {Player: "bo", State: accepted}}; err != nil || !slices.Equal(b.Guests, want) {
		t.Errorf("%+v, want %+v (%v)", b.Guests, want, err)
	}
}

// TestPlaces accepts as many guests as there are places.
func TestPlaces(t *testing.T) {
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite}, make([]guest, maxGuests+1)...)
	for i := range maxGuests {
		w.must("ada", actOf("accept", fmt.Sprint("p", i+1)))
	}
	w.must("ada", actOf("accept", "p1")) // once more
	w.refused(apierror.BadRequest, "ada", actOf("accept", fmt.Sprint("p", maxGuests+1)))
}

// TestSides checks the host's side, extra time, and handicaps by rank or by hand.
func TestSides(t *testing.T) {
	for _, c := range []struct {
		set   setup
		ranks strengths
		black []bool // whether the host is
		rules []string
	}{
		{setup{Color: hostBlack}, nil, []bool{true, true, true}, []string{"weiqi", "weiqi", "weiqi"}},
		{setup{Color: hostWhite}, nil, []bool{false, false, false}, []string{"weiqi", "weiqi", "weiqi"}},
		{setup{Color: inTurn}, nil, []bool{true, false, true}, []string{"weiqi", "weiqi", "weiqi"}},
		{setup{Color: byChance}, nil, []bool{false, false, false}, []string{"weiqi", "weiqi", "weiqi"}}, // by this test's Seed
		{setup{Color: hostBlack, Handicap: byRank}, strengths{"p2": 3}, []bool{true, false, true},
			[]string{"weiqi", "weiqi:komi=0.5,handicap=3", "weiqi"}},
		{setup{Color: hostBlack, Handicap: eachByHand}, nil, []bool{false, true, true}, []string{"weiqi:komi=0.5,handicap=2", "weiqi", "weiqi"}},
	} {
		w := newWorld(t)
		w.with = c.ranks
		w.start(0, false)
		c.set.Extra, c.set.ExtraEach = 60, 10
		stones := 0
		if c.set.Handicap == eachByHand {
			stones = 2
		}
		w.keep(open, c.set, guest{State: accepted, Stones: stones}, guest{State: accepted}, guest{State: accepted})
		w.must("ada", actOf("start", ""))
		if err := w.s.look(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		for i, g := range w.view().Games {
			setup := w.club.setups[g.ID]
			host, other := setup.White, setup.Black
			if c.black[i] {
				host, other = other, host
			}
			if host.Player != "ada" || host.Extra != 90_000 || !host.Host || other.Host || other.Extra != 0 ||
				setup.Rules != c.rules[i] || setup.Rated || (g.Host == "black") != c.black[i] || g.Guest != fmt.Sprint("p", i+1) {
				t.Errorf("%+v: game %d: %+v %+v", c.set, i+1, g, setup)
			}
		}
	}
}

// TestStartWithout leaves out guests who may not play any more.
func TestStartWithout(t *testing.T) {
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite}, guest{State: accepted}, guest{State: accepted}, guest{State: accepted}, guest{State: accepted})
	w.player("p1", store.Deleted)
	if err := w.kept.SavePlayer(t.Context(), store.Player{
		ID: "p2", Role: store.Member, Name: "p2", Skeleton: "p2", Suspended: noon.Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
	w.who.blocked["p3"] = true
	w.must("ada", actOf("start", ""))
	if v := w.view(); len(v.Games) != 1 || v.Games[0].Guest != "p4" || v.Head.Guests != 1 || v.Head.Phase != running {
		t.Errorf("%+v", v)
	}
}

// TestUnfinished checks the limit of unfinished games for the host and guests.
func TestUnfinished(t *testing.T) {
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite}, guest{State: accepted}, guest{State: accepted}, guest{State: accepted})
	games := 0
	have := func(player string, n int) {
		t.Helper()
		for range n {
			games++
			seat := match.Seat{Kind: match.Human, Player: player}
			g := store.Game{
				ID: fmt.Sprint("g", games), Board: "grid:9", Rules: "weiqi", Black: seat, White: match.Seat{Kind: match.Engine},
				Phase: match.Playing, Turn: game.Black, Version: 1, Created: noon, Updated: noon,
			}
			if err := w.kept.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created, At: noon}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	most := w.s.Unfinished
	have("p1", most)
	have("p2", most-1)
	have("ada", most-1)
	w.refused(apierror.TooOften, "ada", actOf("start", "")) // two would play
	w.must("p3", actOf("withdraw", ""))
	w.must("ada", actOf("start", ""))
	if v := w.view(); len(v.Games) != 1 || v.Games[0].Guest != "p2" {
		t.Errorf("%+v", v.Games)
	}
}

// TestNobodyComes deletes exhibitions without played games, like exhibitions that never began.
func TestNobodyComes(t *testing.T) {
	w := newWorld(t)
	w.keep(running, setup{Color: hostWhite}, guest{State: playing}, guest{State: playing})
	for i := range 2 {
		if err := w.s.look(t.Context(), "a"); err != nil || w.view().Head.Phase != running {
			t.Fatalf("%+v (%v)", w.view().Head, err)
		}
		w.finish(i+1, game.Empty, store.Void)
	}
	if err := w.s.look(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if v := w.view(); !v.Head.Cancelled || len(v.Games) != 2 || len(v.Guests) != 0 || v.Head.Score.Off != 2 {
		t.Errorf("%+v", v)
	}
}

// TestGoneMeanwhile deletes accounts before the games are created, at the same moment, and after a
// server ended right then: no game has their names or waits for them.
func TestGoneMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.keep(running, setup{Color: hostWhite}, guest{State: playing}, guest{State: playing}, guest{State: playing}, guest{State: playing})
	game := func(n int) string { return gameID("a", n) }
	erase := func(id string) {
		if err := w.kept.Erase(t.Context(), store.Player{ID: id, Role: store.Deleted}, Erasure...); err != nil {
			t.Error(err)
		}
	}
	erase("p1")
	w.club.after = func(id string) {
		if id == game(2) {
			erase("p2")
		}
	}
	w.club.fails[game(4)] = errDead // so that all are tried again
	if err := w.s.look(t.Context(), "a"); err == nil {
		t.Fatal("a game was made that could not be")
	}
	erase("p3") // whose game was created before
	delete(w.club.fails, game(4))
	w.club.left = nil
	if err := w.s.look(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	slices.Sort(w.club.left)
	if want := []string{game(2) + " p2", game(3) + " p3"}; !slices.Equal(w.club.left, want) || w.club.made[game(1)] != 0 {
		t.Errorf("%q, want %q; made: %v", w.club.left, want, w.club.made)
	}
	for n, want := range map[int]string{2: store.Gone, 3: store.Gone, 4: "p4"} {
		g, err := w.kept.Game(t.Context(), game(n))
		if err != nil || g.Black.Name != want {
			t.Errorf("game %d is of %q, want %q (%v)", n, g.Black.Name, want, err)
		}
	}
	if v := w.view(); v.Games[0].Result != off || v.Games[3].Turn != "guest" {
		t.Errorf("%+v", v.Games)
	}
}

// TestCannotBeMade leaves out a game that can never be created, and waits for one that can be created later.
func TestCannotBeMade(t *testing.T) {
	w := newWorld(t)
	w.keep(running, setup{Color: hostWhite}, guest{State: playing}, guest{State: playing}, guest{State: playing})
	later := errors.New("the disk is full")
	w.club.fails = map[string]error{gameID("a", 1): apierror.New(apierror.NotFound, "no board"), gameID("a", 2): later}
	if err := w.s.look(t.Context(), "a"); !errors.Is(err, later) {
		t.Errorf("%v, want that of the disk", err)
	}
	delete(w.club.fails, gameID("a", 2))
	if err := w.s.look(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if v := w.view(); v.Games[0].Result != off || v.Games[1].Turn != "guest" || v.Games[2].Turn != "guest" || len(w.club.made) != 2 {
		t.Errorf("%+v", v.Games)
	}
}

// TestScore counts the results of the games; the version grows with each.
func TestScore(t *testing.T) {
	w := newWorld(t)
	w.keep(running, setup{Color: inTurn}, guest{State: playing, Black: true}, guest{State: playing},
		guest{State: playing}, guest{State: playing}, guest{State: playing})
	last := 0
	look := func() *Simul {
		t.Helper()
		if err := w.s.look(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		v := w.view()
		if v.Version <= last {
			t.Errorf("version %d after %d", v.Version, last)
		}
		last = v.Version
		return v
	}
	look()
	for i, c := range []struct {
		winner game.Color
		result string
		want   string
	}{{game.Black, "B+R", won}, {game.Black, "B+R", lost}, {game.Empty, "0", drawn}, {game.Empty, "Void", off}} {
		w.finish(i+1, c.winner, c.result)
		w.s.GameChanged(gameID("a", i+1))
		if v := look(); v.Games[i].Result != c.want || v.Head.Phase != running {
			t.Errorf("game %d: %+v", i+1, v.Games[i])
		}
	}
	w.finish(5, game.White, "W+T")
	v := look()
	if v.Head.Phase != over || v.Head.Score != (SimulScore{Won: 2, Lost: 1, Drawn: 1, Off: 1}) {
		t.Errorf("%+v", v.Head)
	}
}

// TestLeftOpen cancels exhibitions that do not begin, or whose host was deleted; without accepted guests earlier.
func TestLeftOpen(t *testing.T) {
	for _, c := range []struct {
		is     state
		within time.Duration
	}{{asked, emptyFor}, {accepted, openFor}} {
		w := newWorld(t)
		w.keep(open, setup{Color: hostWhite}, guest{State: c.is})
		w.now = noon.Add(c.within - time.Second)
		if err := w.s.look(t.Context(), "a"); err != nil || w.view().Head.Cancelled {
			t.Errorf("%s: too early (%v)", c.is, err)
		}
		w.now = noon.Add(c.within)
		if err := w.s.look(t.Context(), "a"); err != nil || !w.view().Head.Cancelled {
			t.Errorf("%s: it is open (%v)", c.is, err)
		}
	}
	w := newWorld(t)
	w.keep(open, setup{Color: hostWhite}, guest{State: accepted})
	if err := w.kept.Erase(t.Context(), store.Player{ID: "ada", Role: store.Deleted}, Erasure...); err != nil {
		t.Fatal(err)
	}
	if err := w.s.look(t.Context(), "a"); err != nil || !w.view().Head.Cancelled {
		t.Errorf("the host was deleted, and it is open (%v)", err)
	}
}

// TestDamaged: an unreadable exhibition does not stop the others.
func TestDamaged(t *testing.T) {
	w := newWorld(t)
	w.keep(running, setup{Color: hostWhite}, guest{State: playing})
	torn := exhibition{ID: "torn", Owner: "ada", Title: "x", Phase: running, Version: 1, Created: noon, Changed: noon, Body: []byte("{")}
	if err := (exhibitions{w.kept}).create(t.Context(), torn, 9, 9); err != nil {
		t.Fatal(err)
	}
	for _, id := range w.s.unfinished(t.Context(), nil) {
		if err := w.s.look(t.Context(), id); (err != nil) != (id == "torn") {
			t.Errorf("%s: %v", id, err)
		}
	}
	if len(w.club.made) != 1 {
		t.Errorf("%d games", len(w.club.made))
	}
}

// TestSetups refuses invalid setups.
func TestSetups(t *testing.T) {
	good := setup{Board: "grid:9", Rules: "weiqi", Clock: "fischer=5m+3s", Color: hostWhite, Most: 9}
	for what, c := range map[string]struct {
		change func(*setup)
		fine   bool
	}{
		"as it is":             {func(*setup) {}, true},
		"no clock":             {func(v *setup) { v.Clock = "" }, false},
		"no guests":            {func(v *setup) { v.Most = 0 }, false},
		"all":                  {func(v *setup) { v.Most = maxGuests }, true},
		"too many":             {func(v *setup) { v.Most = maxGuests + 1 }, false},
		"more time":            {func(v *setup) { v.Extra, v.ExtraEach = maxExtra, maxExtraEach }, true},
		"too much":             {func(v *setup) { v.Extra = maxExtra + 1 }, false},
		"too much each":        {func(v *setup) { v.ExtraEach = maxExtraEach + 1 }, false},
		"less":                 {func(v *setup) { v.Extra = -1 }, false},
		"more of a move":       {func(v *setup) { v.Clock, v.ExtraEach = "move=30s", 1 }, false},
		"no side":              {func(v *setup) { v.Color = "red" }, false},
		"no handicap":          {func(v *setup) { v.Handicap = "huge" }, false},
		"none in Gomoku":       {func(v *setup) { v.Rules, v.Handicap = "gomoku", byRank }, false},
		"by the rules":         {func(v *setup) { v.Rules = "weiqi:handicap=2" }, true},
		"the wrong way":        {func(v *setup) { v.Rules, v.Color = "weiqi:handicap=2", byChance }, false},
		"twice":                {func(v *setup) { v.Rules, v.Handicap = "weiqi:handicap=2", byRank }, false},
		"bounds of ratings":    {func(v *setup) { v.MinRating, v.MaxRating = 5, 5 }, true},
		"the other way around": {func(v *setup) { v.MinRating, v.MaxRating = 6, 5 }, false},
		"no rating":            {func(v *setup) { v.MaxRating = maxPoints + 1 }, false},
	} {
		set := good
		c.change(&set)
		if err := set.check(); (err == nil) != c.fine {
			t.Errorf("%s: %v", what, err)
		}
	}
	if time.Duration(maxExtra+maxGuests*maxExtraEach)*time.Second > match.MaxExtra {
		t.Error("the host may get more time than a game takes")
	}
}
