package studies

import (
	"context"
	"errors"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
)

// Refusals for a caller that has reached the limit of open studies.
var (
	errYours = apierror.Say(apierror.TooMany, "study.yours",
		"You have too many studies open. Please close one of them first.")
	errNetwork = apierror.Say(apierror.TooMany, "study.network",
		"Too many studies are open from your network right now. Please close one, or try again later.")
)

// holder is an address or player that can have studies open.
type holder struct {
	name    string
	most    int   // limit of studies
	refusal error // error at the limit
}

// holdersOf returns the holders to whom a study opened in ctx counts.
func (h *Hub) holdersOf(ctx context.Context) (all []holder) {
	if player := identity.Player(ctx); player != "" {
		all = append(all, holder{"player " + player, h.Limits.OpenPerPerson, errYours})
	}
	if address := limit.Address(ctx); address != "" {
		all = append(all, holder{"address " + address, h.Limits.OpenPerAddress, errNetwork})
	}
	return all
}

// mayHold returns an error if the holders may not open another study; o is nil if the study is not in memory. h.mu is held.
func (h *Hub) mayHold(o *opened, holders []holder) error {
	for _, a := range holders {
		if (o == nil || o.held[a.name] == 0) && h.held[a.name] >= a.most {
			return a.refusal
		}
	}
	return nil
}

// hold counts a study for its holders. release undoes that. h.mu is held.
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

// How long a caller waits for a place, and how often it retries. Unused studies close meanwhile.
const (
	placeTries = 20
	placeEvery = 25 * time.Millisecond
)

// findPlace calls try until it returns something other than errManyStudies, or the time is over.
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
