package studies

import (
	"context"
	"errors"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
)

// What those are told who have as many studies open as they may.
var (
	errYours = apierror.Say(apierror.TooMany, "study.yours",
		"You have as many studies open as one person may. Please close one of them first.")
	errNetwork = apierror.Say(apierror.TooMany, "study.network",
		"Too many studies are open from your network right now. Please close one, or try again later.")
)

// holder is an address or a person as one who has studies open.
type holder struct {
	name    string
	most    int   // studies
	refusal error // of more
}

// holdersOf returns those who have what somebody opens.
func (h *Hub) holdersOf(ctx context.Context) (all []holder) {
	if player := identity.Player(ctx); player != "" {
		all = append(all, holder{"player " + player, h.Limits.OpenPerPerson, errYours})
	}
	if address := limit.Address(ctx); address != "" {
		all = append(all, holder{"address " + address, h.Limits.OpenPerAddress, errNetwork})
	}
	return all
}

// mayHold says why somebody may not open a study beside those they have; o is nil for one that is
// not in memory. h.mu is held.
func (h *Hub) mayHold(o *opened, holders []holder) error {
	for _, a := range holders {
		if (o == nil || o.held[a.name] == 0) && h.held[a.name] >= a.most {
			return a.refusal
		}
	}
	return nil
}

// hold counts a study as held, and returns what counts that off; h.mu is held.
func (h *Hub) hold(o *opened, holders []holder) (release func()) {
	o.refs++
	for _, a := range holders {
		if o.held[a.name]++; o.held[a.name] == 1 {
			h.held[a.name]++
		}
	}
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		o.refs--
		for _, a := range holders {
			if o.held[a.name]--; o.held[a.name] > 0 {
				continue
			}
			delete(o.held, a.name)
			if h.held[a.name]--; h.held[a.name] == 0 {
				delete(h.held, a.name)
			}
		}
	}
}

// How long somebody waits for a place, and how often they look: studies that nobody has open make
// it, each as soon as it comes to that.
const (
	placeTries = 20
	placeEvery = 25 * time.Millisecond
)

// findPlace calls try until it returns anything but errManyStudies, or has done so too often.
func findPlace(ctx context.Context, try func() error) (err error) {
	for range placeTries {
		if err = try(); !errors.Is(err, errManyStudies) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(placeEvery):
		}
	}
	return err
}
