package chat

import (
	"context"
	"testing"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/people/relation"
	"moyo/server/store"
)

// onlyStudy finds Ada's study, to which she has invited a pupil.
func onlyStudy(_ context.Context, id string) (owner string, editors []string, err error) {
	if id != "s" {
		return "", nil, store.ErrNotFound
	}
	return "ada", []string{"pupil"}, nil
}

// TestStudyTalk checks that a study's owner, invited players and accounts that are a day old may talk in it, and that players
// whom the owner blocks do not find it.
func TestStudyTalk(t *testing.T) {
	h := newHouse(t, nil)
	s := h.h.Store.(store.Store)
	ctx := t.Context()
	for _, name := range []string{"newcomer", "pupil"} {
		if err := s.SavePlayer(ctx, store.Player{ID: name, Role: store.Member, Name: name, Skeleton: name, Created: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	block := relation.Relation{Player: "ada", Kind: relation.Block, Other: "di", Created: time.Now()}
	if err := (relation.Kept{DB: s}).Add(ctx, block, 9); err != nil {
		t.Fatal(err)
	}
	p, err := h.h.studyPlace(ctx, "s")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		v           visitor
		room        string
		read, write bool
	}{
		{visitor{"ada", true, false}, "study", true, true},
		{visitor{"pupil", true, false}, "study", true, true},
		{visitor{"bo", true, true}, "study", true, true},
		{visitor{"newcomer", true, false}, "study", true, false},
		{visitor{"guest", false, false}, "study", true, false},
		{visitor{"bo", true, true}, "watchers", false, false},
	} {
		if r := p.right(c.v, c.room, time.Now()); r.read != c.read || r.write != c.write || (r.why.ID == "") != c.write {
			t.Errorf("%s in %s: %+v", c.v.player, c.room, r)
		}
	}
	find := func(who string) error {
		_, err := h.h.study(identity.With(ctx, identity.Who{Player: who}), "s")
		return err
	}
	if err := find("di"); apierror.Of(err).Code != apierror.NotFound || find("bo") != nil {
		t.Errorf("blocked by the owner: %v", err)
	}

	ada, bo := h.come("ada"), h.come("bo")
	for _, g := range []*guest{ada, bo} {
		g.visit = &visit{h: h.h, find: func(ctx context.Context, id string) (place, error) { return h.h.study(ctx, id) }, id: "s"}
		g.send(ChatRequest{Type: "hello"})
	}
	if code := ada.say("study", "Where would you play?"); code != "" {
		t.Errorf("the owner talks: %s", code)
	}
	if code := bo.say("watchers", "x"); code != "bad-request" {
		t.Errorf("in a room of games: %s", code)
	}
	line, err := h.h.Line(ctx, 1)
	if err != nil || line.Game != "s" || line.Room != "study" ||
		h.h.MayRead(ctx, identity.Who{Player: "bo", Role: store.Member}, line) != nil {
		t.Errorf("%+v %v", line, err)
	}
	around, err := h.h.Around(ctx, store.Game{}, 1)
	if err != nil || len(around) != 1 || around[0].Text != "Where would you play?" {
		t.Errorf("around: %+v %v", around, err)
	}
	if err := h.h.Removed(ctx, line); err != nil {
		t.Error(err)
	}

	testBlockedBy(t, s, ada, bo)
}

// testBlockedBy makes Ada, the owner, block Bo, and checks that Bo receives nothing until she unblocks him.
func testBlockedBy(t *testing.T, s store.Store, ada, bo *guest) {
	ctx := t.Context()
	bo.got()
	block := relation.Relation{Player: "ada", Kind: relation.Block, Other: "bo", Created: time.Now()}
	if err := (relation.Kept{DB: s}).Add(ctx, block, 9); err != nil {
		t.Fatal(err)
	}
	if code := ada.say("study", "Without bo."); code != "" {
		t.Error(code)
	}
	if got := bo.got(); len(got) > 0 {
		t.Errorf("a blocked player receives %+v", got)
	}
	if err := (relation.Kept{DB: s}).Remove(ctx, "ada", relation.Block, "bo"); err != nil {
		t.Fatal(err)
	}
	if code := ada.say("study", "With bo."); code != "" || len(bo.got()) != 1 {
		t.Errorf("an unblocked player receives nothing: %s", code)
	}
}
