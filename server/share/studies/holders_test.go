package studies

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
)

// from returns the context of a player's request from an address.
func (h *house) from(address, player string) context.Context {
	return identity.With(limit.With(h.t.Context(), address), whoIs(player))
}

// TestHolders checks the limits of open studies per person and address, and that closing a study makes room.
func TestHolders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, func(l *Limits) { l.Open, l.OpenPerPerson, l.OpenPerAddress = 9, 2, 3 })
		var ids []string
		for range 4 {
			ids = append(ids, h.make(editOwner, StudySource{}).Head.ID)
		}
		open := func(ctx context.Context, study int, want error) (closes func()) {
			t.Helper()
			v, err := h.h.Visit(ctx, ids[study])
			if !errors.Is(err, want) {
				t.Fatalf("study %d: %v, want %v", study, err, want)
			}
			if err != nil {
				return nil
			}
			return v.Close
		}
		bo, cy := h.from("school", "bo"), h.from("school", "cy")
		open(bo, 0, nil)
		first := open(bo, 1, nil)
		again := open(bo, 1, nil) // in another tab
		open(bo, 2, errYours)
		if _, err := h.h.one(bo, &endpoint.ByID{ID: ids[2]}); !errors.Is(err, errYours) {
			t.Errorf("asked about: %v", err)
		}
		open(h.from("home", "bo"), 2, errYours)
		open(cy, 1, nil) // from an address that has it open
		open(cy, 2, nil)
		open(h.from("school", "di"), 3, errNetwork)
		if _, err := h.h.one(h.from("elsewhere", "di"), &endpoint.ByID{ID: ids[3]}); err != nil {
			t.Errorf("from elsewhere: %v", err)
		}
		first()
		open(bo, 2, errYours)
		again()
		again()
		open(bo, 2, nil)
		open(bo, 3, errYours)
	})
}

// TestPlace checks that unused studies make room immediately for the first request.
func TestPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, func(l *Limits) { l.Open = 2 })
		ids := make([]string, 4)
		for i := range ids {
			ids[i] = h.make(editOwner, StudySource{}).Head.ID
		}
		for range 3 {
			for _, id := range ids { // each stays in memory
				if _, err := h.h.one(h.as("bo"), &endpoint.ByID{ID: id}); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, id := range ids[:2] {
			if _, err := h.h.Visit(h.as("bo"), id); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.h.Visit(h.as("cy"), ids[2]); !errors.Is(err, errManyStudies) {
			t.Errorf("all are open: %v", err)
		}
	})
}

// TestPlaceInMemory is TestPlace for the memory of studies.
func TestPlaceInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, func(l *Limits) { l.Memory = maxLogged + leastWeight })
		for range 3 {
			if _, err := h.h.one(h.as("bo"), &endpoint.ByID{ID: h.make(editOwner, StudySource{}).Head.ID}); err != nil {
				t.Fatal(err)
			}
		}
	})
}
