// Package access is the one table of who may do what: every HTTP route and every
// command of a game's WebSocket has its row, and [Guard] and the rooms go by it.
// The server's tests make a matrix of it: each row times each role and relation.
//
// What a row cannot know, such as whose board, game or message it is, the handlers
// say themselves; they answer as if what is not for somebody did not exist.
package access

import (
	"fmt"
	"maps"
	"net/http"
	"time"

	"moyo/internal/sentence"
	"moyo/server/apierror"
	"moyo/server/identity"
	"moyo/server/store"
)

// Rule says who may use a route.
type Rule struct {
	Least     store.Role // the least of the roles that may; Guest for everybody
	Suspended bool       // whether those may too who may only watch
}

// The rules that most routes go by.
var (
	look   = Rule{Least: store.Guest, Suspended: true}  // whoever comes
	take   = Rule{Least: store.Guest}                   // whoever may do more than watch
	own    = Rule{Least: store.Member, Suspended: true} // those with an account, about themselves
	member = Rule{Least: store.Member}                  // those with an account who may do more than watch
	judge  = Rule{Least: store.Moderator}               // those who look after the others
)

// routes holds the rule of each route, by its pattern.
var routes = map[string]Rule{
	"GET /api/docs":             look,
	"GET /api/openapi.json":     look,
	"GET /api/openapi.yaml":     look,
	"GET /api/openapi-3.0.json": look,
	"GET /api/openapi-3.0.yaml": look,

	"GET /api/catalog":       look,
	"GET /api/boards":        look,
	"GET /api/boards/file":   look,
	"POST /api/boards/check": take,
	"POST /api/boards":       take,
	"GET /api/boards/shared": look,

	"PUT /api/boards/shared/{hash}":    member,
	"DELETE /api/boards/shared/{hash}": own,
	"GET /api/me/boards":               look,
	"PUT /api/me/boards/{hash}":        take,
	"DELETE /api/me/boards/{hash}":     look,

	"GET /api/me":         look,
	"DELETE /api/session": own,

	"GET /api/account":                    look, // guests see what there is
	"GET /api/account/name":               look,
	"POST /api/account":                   take,
	"DELETE /api/account":                 own,
	"POST /api/account/sign-in":           look,
	"POST /api/account/sign-in/passkey":   look,
	"POST /api/account/passkey-challenge": look,
	"POST /api/account/passkeys":          own,
	"PUT /api/account/passkeys/{id}":      own,
	"DELETE /api/account/passkeys/{id}":   own,
	"POST /api/account/elsewhere":         look,
	"GET /api/account/elsewhere":          look,
	"DELETE /api/account/links/{id}":      own,
	"PUT /api/account/password":           own,
	"POST /api/account/app":               own,
	"PUT /api/account/app":                own,
	"DELETE /api/account/app":             own,
	"POST /api/account/recovery":          own,
	"GET /api/account/sessions":           own,
	"DELETE /api/account/sessions":        own,
	"DELETE /api/account/sessions/{id}":   own,
	"PUT /api/account/email":              own,
	"POST /api/account/email":             look, // the letter's secret is the proof
	"DELETE /api/account/email":           own,
	"POST /api/account/reset":             look,
	"PUT /api/account/reset":              look,
	"GET /api/account/archive":            look, // of a guest too

	"GET /api/me/inbox":                  look,
	"GET /api/me/events":                 look,
	"POST /api/me/notifications/read":    look,
	"GET /api/me/notifications/settings": look,
	"PUT /api/me/notifications/settings": look,
	"POST /api/me/push":                  look,
	"DELETE /api/me/push":                look,
	"GET /api/mail/off":                  look, // its link says for whom
	"POST /api/mail/off":                 look,

	"GET /api/games":          look,
	"POST /api/games":         take,
	"GET /api/games/{id}":     look,
	"GET /api/games/{id}/ws":  look, // its commands have rows of their own
	"GET /api/games/{id}/sgf": look,
	"GET /api/games/live":     look,
	"GET /api/games/search":   look,
	"GET /api/lobby/events":   look,
	"GET /api/pairing/ws":     take,

	"GET /api/me/games":                    look,
	"GET /api/me/games/records":            look,
	"GET /api/people/{name}/games":         look,
	"GET /api/people/{name}/games/records": look,

	"GET /api/people/{name}":                 look,
	"GET /api/people/{name}/against/{other}": look,
	"GET /api/people/{name}/ratings":         look,
	"GET /api/me/following":                  look,
	"GET /api/games/{id}/ratings":            look,
	"GET /api/leaders":                       look,

	"GET /api/games/{id}/chat":            look, // what there is for whom, package chat says
	"GET /api/games/{id}/chat/ws":         look,
	"GET /api/relations":                  look,
	"PUT /api/relations/{kind}/{name}":    take,
	"DELETE /api/relations/{kind}/{name}": take,
	"POST /api/reports":                   take,
	"POST /api/account/redeem":            look,
	"GET /api/standing":                   look,
	"POST /api/standing/warnings":         look,

	"GET /api/moderation/reports":             judge,
	"GET /api/moderation/reports/{id}":        judge,
	"POST /api/moderation/reports/{id}/claim": judge,
	"GET /api/moderation/people/{name}":       judge,
	"GET /api/moderation/deeds":               judge,
	"POST /api/moderation/deeds":              judge,

	"GET /api/analysis/ws":    take,
	"GET /api/coach/ws":       take,
	"GET /api/solve/ws":       take,
	"POST /api/tsumego/read":  take,
	"POST /api/tsumego/write": take,
	"POST /api/records/read":  take,
	"POST /api/records/draw":  take,

	"POST /api/studies":                        member,
	"GET /api/studies":                         look,
	"GET /api/studies/{id}":                    look,
	"PATCH /api/studies/{id}":                  member,
	"DELETE /api/studies/{id}":                 own,
	"GET /api/studies/{id}/ws":                 look, // its commands go by what somebody is in the study
	"GET /api/studies/{id}/record":             look,
	"GET /api/studies/{id}/chat":               look,
	"GET /api/studies/{id}/chat/ws":            look,
	"POST /api/studies/{id}/chapters":          take, // the same
	"GET /api/studies/{id}/chapters/{chapter}": look,

	"GET /api/library":                   look,
	"POST /api/library/import":           take,
	"POST /api/library/search":           look,
	"POST /api/library/explore":          look,
	"GET /api/library/games/{number}":    look,
	"DELETE /api/library/games/{number}": look,
	"DELETE /api/library/files/{file}":   look,
	"DELETE /api/library":                look,

	"GET /api/training":                     look,
	"GET /api/training/courses":             look,
	"GET /api/training/courses/{part}":      look,
	"GET /api/training/problems/{key}":      look,
	"GET /api/training/statistics":          look,
	"POST /api/training/next":               take,
	"POST /api/training/problems/{key}/try": take,
	"POST /api/training/exams":              take,
	"POST /api/training/exams/end":          take,
	"POST /api/training/collections":        take,
	"DELETE /api/training/collections/{id}": take,

	"GET /api/mistakes":                        look,
	"POST /api/mistakes":                       take,
	"GET /api/mistakes/{game}/{number}":        look,
	"DELETE /api/mistakes/{game}/{number}":     look,
	"POST /api/mistakes/{game}/{number}/try":   take,
	"POST /api/mistakes/{game}/{number}/proof": take,
	"GET /api/puzzles":                         look,
	"POST /api/puzzles/{id}/try":               take,
	"GET /api/lessons":                         look,
	"POST /api/lessons/{lesson}/{step}/try":    take,
}

// Routes returns the rule of each route, by its pattern.
func Routes() map[string]Rule { return maps.Clone(routes) }

// ranks order the roles; a bot may what a player may.
var ranks = map[store.Role]int{store.Guest: 0, store.Bot: 1, store.Member: 1, store.Moderator: 2, store.Administrator: 3}

// Check says what stands against somebody's use of a route, if anything.
func (r Rule) Check(who identity.Who) error {
	switch {
	case ranks[who.Role] < ranks[r.Least] && who.Role == store.Guest:
		return apierror.Say(apierror.SignedOut, "access.account", "This needs an account: please sign in.")
	case ranks[who.Role] < ranks[r.Least]:
		return apierror.Say(apierror.Forbidden, "access.forbidden", "This is not for you to do.")
	case who.Suspended && !r.Suspended:
		return Suspended(who)
	}
	return nil
}

// Forever is until when somebody is suspended for good.
var Forever = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Suspended answers those who may only watch: why, and until when.
func Suspended(who identity.Who) error {
	switch good := !who.Until.Before(Forever); {
	case good && who.Why == "":
		return apierror.Say(apierror.Forbidden, "suspended.good", "You are suspended for good and may only watch.")
	case good:
		return apierror.Say(apierror.Forbidden, "suspended.goodWhy", "You are suspended for good and may only watch. The moderators say: %s", who.Why)
	case who.Why == "":
		return apierror.Say(apierror.Forbidden, "suspended.until", "You are suspended until %s and may only watch.", sentence.Moment(who.Until))
	}
	return apierror.Say(apierror.Forbidden, "suspended.untilWhy", "You are suspended until %s and may only watch. The moderators say: %s", sentence.Moment(who.Until), who.Why)
}

// Guard lets through to the routes of mux who may use them. fallback is the
// pattern of what answers where there is no such route.
func Guard(mux *http.ServeMux, fallback string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		rule, ok := routes[pattern]
		switch err := rule.Check(identity.Of(r.Context())); {
		case pattern == fallback:
		case !ok:
			apierror.Write(w, fmt.Errorf("the route %q has no row in package access", pattern))
			return
		case err != nil:
			w.Header().Set("Connection", "close") // else its body would be waited for
			apierror.Write(w, err)
			return
		}
		mux.ServeHTTP(w, r)
	})
}
