// Package access is the one table of who may do what: every HTTP route and every
// command of a game's WebSocket has its row, and [Guard] and the rooms go by it.
// The server's tests make a matrix of it: each row times each role, relation and scope
// of an access token. No token is enough for what is about the account itself, or for
// what moderators do.
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
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Rule says who may use a route.
type Rule struct {
	Least     store.Role      // the least of the roles that may; Guest for everybody
	Suspended bool            // whether those may too who may only watch
	Scope     identity.Scopes // that an access token needs for it; 0 where none is enough
	Pupil     bool            // whether pupils of a class may, who have what their class has and nothing else
	Dear      int             // milliseconds of the processor, about, where more than one
}

// pupils returns the rule for pupils, too.
func (r Rule) pupils() Rule {
	r.Pupil = true
	return r
}

// costing returns the rule of what takes about that many milliseconds of the processor.
func (r Rule) costing(milliseconds int) Rule {
	r.Dear = milliseconds
	return r
}

// by returns the rule for those too who come by an access token with a scope.
func (r Rule) by(scope identity.Scopes) Rule {
	r.Scope = scope
	return r
}

// The rules that most routes go by.
var (
	look   = Rule{Least: store.Guest, Suspended: true}  // whoever comes
	see    = look.by(identity.Read)                     // whoever comes, programs too
	take   = Rule{Least: store.Guest}                   // whoever may do more than watch
	own    = Rule{Least: store.Member, Suspended: true} // those with an account, about themselves
	member = Rule{Least: store.Member}                  // those with an account who may do more than watch
	judge  = Rule{Least: store.Moderator}               // those who look after the others
)

// routes holds the rule of each route, by its pattern.
var routes = map[string]Rule{
	"GET /api/docs":             see.pupils(),
	"GET /api/asyncapi.json":    see.pupils(),
	"GET /api/openapi.json":     see.pupils(),
	"GET /api/openapi.yaml":     see.pupils(),
	"GET /api/openapi-3.0.json": see.pupils(),
	"GET /api/openapi-3.0.yaml": see.pupils(),

	"GET /api/catalog":       see.pupils().costing(2),
	"GET /api/boards":        see.pupils(),
	"GET /api/boards/file":   see.pupils(),
	"POST /api/boards/check": take.by(identity.Analyse),
	"POST /api/boards":       take.by(identity.Library),
	"GET /api/boards/shared": see,

	"PUT /api/boards/shared/{hash}":    member.by(identity.Library),
	"DELETE /api/boards/shared/{hash}": own.by(identity.Library),
	"GET /api/me/boards":               see,
	"PUT /api/me/boards/{hash}":        take.by(identity.Library),
	"DELETE /api/me/boards/{hash}":     look.by(identity.Library),

	"GET /api/oembed": see.pupils(), // and below /embed/ whoever comes, of whom nothing is known there

	"GET /api/me":         see.pupils(),
	"DELETE /api/session": own.pupils(),

	"GET /api/account":                    look.pupils(), // guests see what there is
	"GET /api/account/name":               look,
	"POST /api/account":                   take,
	"DELETE /api/account":                 own,
	"POST /api/account/bot":               member,
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
	"GET /api/account/tokens":             own,
	"POST /api/account/tokens":            member,
	"DELETE /api/account/tokens/{id}":     own,
	"PUT /api/account/email":              own,
	"POST /api/account/email":             look, // the letter's secret is the proof
	"DELETE /api/account/email":           own,
	"POST /api/account/reset":             look,
	"PUT /api/account/reset":              look,
	"GET /api/account/archive":            look, // of a guest too

	"GET /api/me/inbox":                  see.pupils(),
	"GET /api/me/events":                 see.pupils(),
	"GET /api/me/stream":                 see,
	"POST /api/me/notifications/read":    look.by(identity.Social).pupils(),
	"GET /api/me/notifications/settings": see,
	"PUT /api/me/notifications/settings": look,
	"POST /api/me/push":                  look,
	"DELETE /api/me/push":                look,
	"GET /api/mail/off":                  look, // its link says for whom
	"POST /api/mail/off":                 look,

	"GET /api/games":                see,
	"POST /api/games":               take.by(identity.Challenge),
	"GET /api/games/{id}":           see.pupils(),
	"GET /api/games/{id}/ws":        see.pupils(), // its commands have rows of their own
	"GET /api/games/{id}/stream":    see,
	"POST /api/games/{id}/commands": see, // as those of its WebSocket
	"GET /api/games/{id}/sgf":       see.pupils(),
	"GET /api/games/live":           see,
	"GET /api/games/search":         see,
	"GET /api/games/{id}/note":      see,                    // of the one who asks
	"PUT /api/games/{id}/note":      look.by(identity.Play), // also while one may only watch: it is for oneself
	"GET /api/me/correspondence":    see,
	"GET /api/me/vacation":          see,
	"POST /api/me/vacation":         member.by(identity.Play),
	"DELETE /api/me/vacation":       member.by(identity.Play),
	"GET /api/lobby/events":         see,
	"GET /api/pairing/ws":           take.by(identity.Challenge),

	"GET /api/me/games":                    see,
	"GET /api/me/games/records":            see,
	"GET /api/people/{name}/games":         see,
	"GET /api/people/{name}/games/records": see,

	"GET /api/people/{name}":                 see,
	"GET /api/people/{name}/against/{other}": see,
	"GET /api/people/{name}/ratings":         see,
	"GET /api/me/following":                  see,
	"GET /api/games/{id}/ratings":            see.pupils(),
	"GET /api/leaders":                       see,

	"GET /api/games/{id}/chat":            look.by(identity.Chat), // what there is for whom, package chat says
	"GET /api/games/{id}/chat/ws":         look.by(identity.Chat),
	"GET /api/relations":                  see,
	"PUT /api/relations/{kind}/{name}":    take.by(identity.Social),
	"DELETE /api/relations/{kind}/{name}": take.by(identity.Social),
	"POST /api/reports":                   take,
	"POST /api/account/redeem":            look,
	"GET /api/standing":                   see.pupils(),
	"POST /api/standing/warnings":         look,

	"GET /api/moderation/reports":             judge,
	"GET /api/moderation/reports/{id}":        judge,
	"POST /api/moderation/reports/{id}/claim": judge,
	"GET /api/moderation/people/{name}":       judge,
	"GET /api/moderation/deeds":               judge,
	"POST /api/moderation/deeds":              judge,

	"GET /api/analysis/ws":    take.by(identity.Analyse),
	"GET /api/coach/ws":       take.by(identity.Analyse),
	"GET /api/solve/ws":       take.by(identity.Analyse),
	"POST /api/tsumego/read":  take.by(identity.Analyse),
	"POST /api/tsumego/write": take.by(identity.Analyse),
	"POST /api/records/read":  take.by(identity.Analyse),
	"POST /api/records/draw":  take.by(identity.Analyse),

	"GET /api/ladders":                         see,
	"POST /api/ladders":                        member.by(identity.Challenge),
	"GET /api/ladders/{id}":                    see,
	"PUT /api/ladders/{id}":                    member.by(identity.Challenge),
	"GET /api/ladders/{id}/events":             see,
	"GET /api/ladders/{id}/history/{name}":     see,
	"POST /api/ladders/{id}/acts":              member.by(identity.Play | identity.Challenge), // by the table of acts
	"GET /api/tournaments":                     see,
	"POST /api/tournaments":                    member.by(identity.Challenge),
	"GET /api/tournaments/{id}":                see,
	"GET /api/tournaments/{id}/events":         see,
	"POST /api/tournaments/{id}/acts":          member.by(identity.Play | identity.Challenge), // by the table of acts
	"GET /api/tournaments/{id}/table/{format}": see,

	"GET /api/teams":                    see,
	"POST /api/teams":                   member.by(identity.Challenge),
	"GET /api/teams/{id}":               see, // what captains see, package teams says
	"GET /api/teams/{id}/events":        see,
	"POST /api/teams/{id}/acts":         member.by(identity.Play | identity.Challenge), // by the table of acts
	"POST /api/team-matches":            member.by(identity.Challenge),
	"GET /api/team-matches/{id}":        see,
	"GET /api/team-matches/{id}/events": see,
	"POST /api/team-matches/{id}/acts":  member.by(identity.Challenge),
	"GET /api/simuls":                   see,
	"POST /api/simuls":                  member.by(identity.Challenge),
	"GET /api/simuls/{id}":              see,
	"GET /api/simuls/{id}/events":       see,
	"POST /api/simuls/{id}/acts":        member.by(identity.Play | identity.Challenge), // by the table of acts

	"GET /api/classes":                           own.pupils(),
	"POST /api/classes":                          member,
	"GET /api/classes/{id}":                      own.pupils(),
	"PATCH /api/classes/{id}":                    member,
	"DELETE /api/classes/{id}":                   own,
	"DELETE /api/classes/{id}/me":                own.pupils(), // pupils alone, of whom nothing is left then
	"GET /api/classes/{id}/events":               own.pupils(),
	"GET /api/classes/{id}/table":                own,
	"POST /api/classes/{id}/tasks":               member,
	"DELETE /api/classes/{id}/tasks/{number}":    member,
	"PATCH /api/classes/{id}/pupils/{pupil}":     member,
	"DELETE /api/classes/{id}/pupils/{pupil}":    own,
	"POST /api/classes/{id}/pupils/{pupil}/code": member,
	"GET /api/class-links/{code}":                look.pupils(),
	"POST /api/class-links/{code}":               take,

	"POST /api/studies":                        member.by(identity.Study),
	"GET /api/studies":                         see,
	"GET /api/studies/{id}":                    see,
	"PATCH /api/studies/{id}":                  member.by(identity.Study),
	"DELETE /api/studies/{id}":                 own.by(identity.Study),
	"GET /api/studies/{id}/ws":                 look.by(identity.Study), // its commands go by what somebody is in the study
	"GET /api/studies/{id}/record":             see,
	"GET /api/studies/{id}/chat":               look.by(identity.Chat),
	"GET /api/studies/{id}/chat/ws":            look.by(identity.Chat),
	"POST /api/studies/{id}/chapters":          take.by(identity.Study), // the same
	"GET /api/studies/{id}/chapters/{chapter}": see,

	"GET /api/library":                   see,
	"POST /api/library/import":           take.by(identity.Library),
	"POST /api/library/search":           see,
	"POST /api/library/explore":          see,
	"GET /api/library/games/{number}":    see,
	"DELETE /api/library/games/{number}": look.by(identity.Library),
	"DELETE /api/library/files/{file}":   look.by(identity.Library),
	"DELETE /api/library":                look.by(identity.Library),

	"GET /api/training":                     see.pupils(),
	"GET /api/training/courses":             see.pupils(),
	"GET /api/training/courses/{part}":      see.pupils(),
	"GET /api/training/problems/{key}":      see.pupils(),
	"GET /api/training/statistics":          see.pupils(),
	"POST /api/training/next":               take.by(identity.Learn).pupils(),
	"POST /api/training/problems/{key}/try": take.by(identity.Learn).pupils(),
	"POST /api/training/exams":              take.by(identity.Learn),
	"POST /api/training/exams/end":          take.by(identity.Learn),
	"POST /api/training/collections":        take.by(identity.Learn),
	"DELETE /api/training/collections/{id}": take.by(identity.Learn),

	"GET /api/mistakes":                        see,
	"POST /api/mistakes":                       take.by(identity.Learn),
	"GET /api/mistakes/{game}/{number}":        see,
	"DELETE /api/mistakes/{game}/{number}":     look.by(identity.Learn),
	"POST /api/mistakes/{game}/{number}/try":   take.by(identity.Learn),
	"POST /api/mistakes/{game}/{number}/proof": take.by(identity.Learn),
	"GET /api/puzzles":                         see.pupils(),
	"POST /api/puzzles/{id}/try":               take.by(identity.Learn).pupils(),
	"GET /api/lessons":                         see.pupils(),
	"POST /api/lessons/{lesson}/{step}/try":    take.by(identity.Learn).pupils(),
}

// Routes returns the rule of each route, by its pattern.
func Routes() map[string]Rule { return maps.Clone(routes) }

// bodyPart is how many bytes of a body take about as long as the cheapest request, and fullBody the most that counts:
// what is longer is a file, and files have bounds of their own.
const (
	bodyPart = 16 << 10
	fullBody = 1 << 20
)

// Cost returns what a request takes of its address's rate, in the costs of a cheap request, of about a millisecond of the
// processor each: by its route in mux, and by its body, which is read before anything else looks at it.
func Cost(mux *http.ServeMux, r *http.Request) int {
	_, pattern := mux.Handler(r)
	body := r.ContentLength
	if body < 0 || body > fullBody {
		body = fullBody
	}
	return max(1, routes[pattern].Dear) + int(body/bodyPart)
}

// ranks order the roles; a bot may what a player may.
var ranks = map[store.Role]int{store.Guest: 0, store.Bot: 1, store.Member: 1, store.Moderator: 2, store.Administrator: 3}

// Check says what stands against somebody's use of a route, if anything.
func (r Rule) Check(who identity.Who) error {
	switch {
	case who.Role == store.Pupil && !r.Pupil:
		return errPupil
	case who.Role == store.Pupil: // none is suspended, and none has tokens
		return nil
	case ranks[who.Role] < ranks[r.Least] && who.Role == store.Guest:
		return apierror.Say(apierror.SignedOut, "access.account", "This needs an account: please sign in.")
	case ranks[who.Role] < ranks[r.Least]:
		return apierror.Say(apierror.Forbidden, "access.forbidden", "This is not for you to do.")
	case who.Suspended && !r.Suspended:
		return Suspended(who)
	}
	return checkScope(who, r.Scope)
}

// errPupil answers pupils where their class has nothing.
var errPupil = apierror.Say(apierror.Forbidden, "access.pupil", "Pupils of a class have what their class has, and nothing else here.")

// checkScope says what stands against something that needs one of those scopes, if
// anything: nothing where somebody came by themselves.
func checkScope(who identity.Who, scope identity.Scopes) error {
	switch {
	case who.Scopes == 0 || who.Scopes&scope != 0:
		return nil
	case scope == 0:
		return apierror.Say(apierror.Forbidden, "access.byToken", "No access token is enough for that: it takes a person who is signed in.")
	}
	return apierror.Say(apierror.Forbidden, "access.scope", "This access token does not allow that: it has no scope %q.", scope.String())
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

// Guard lets through to next, which has the routes of mux, who may use them. fallback is the
// pattern of what answers where there is no such route.
func Guard(mux *http.ServeMux, fallback string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		rule, ok := routes[pattern]
		switch err := rule.Check(identity.Of(r.Context())); {
		case pattern == fallback:
		case !ok:
			apierror.Write(w, fmt.Errorf("the route %q has no row in package access", pattern))
			return
		case err != nil:
			if rule.Scope != 0 && checkScope(identity.Of(r.Context()), rule.Scope) != nil {
				w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+rule.Scope.String()+`"`)
			}
			w.Header().Set("Connection", "close") // else its body would be waited for
			apierror.Write(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
