// Package access defines permissions. Every HTTP route is registered with its [Rule], and every command of a game's
// WebSocket has a row in a table. [Rules.Guard] and the rooms enforce them. The server's tests print a matrix of each
// rule by role, relation to the game, and scope of an access token. No token allows changes of the account itself, or
// what moderators do.
//
// Handlers check what a row cannot express, such as the owner of a board, a game or a message. They answer as if
// things that the caller may not see did not exist.
package access

import (
	"fmt"
	"net/http"
	"time"

	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Rule defines the permissions and the cost of a route.
type Rule struct {
	Least     store.Role      // the lowest role that may use it; Guest for everyone
	Suspended bool            // whether suspended players may use it
	Scope     identity.Scopes // that an access token needs; 0 if no token is enough
	Pupil     bool            // whether pupils may use it; they can only use their class
	Dear      int             // processor time in milliseconds, roughly; 0 for at most one
}

// Pupils returns the rule with permission for pupils.
func (r Rule) Pupils() Rule {
	r.Pupil = true
	return r
}

// Costing returns the rule for a route that takes about that many milliseconds of processor time.
func (r Rule) Costing(milliseconds int) Rule {
	r.Dear = milliseconds
	return r
}

// By returns the rule with permission for access tokens with a scope.
func (r Rule) By(scope identity.Scopes) Rule {
	r.Scope = scope
	return r
}

// The rules of most routes.
var (
	Look   = Rule{Least: store.Guest, Suspended: true}  // everyone
	See    = Look.By(identity.Read)                     // everyone, and programs
	Take   = Rule{Least: store.Guest}                   // everyone who is not suspended
	Own    = Rule{Least: store.Member, Suspended: true} // accounts, for their own data
	Member = Rule{Least: store.Member}                  // accounts that are not suspended
	Judge  = Rule{Least: store.Moderator}               // moderators
)

// Rules maps route patterns to rules. Features add theirs; see package endpoint.
type Rules map[string]Rule

// bodyPart is the number of bytes of a body that take about as long to read as the cheapest request. fullBody is the
// largest number that counts: longer bodies are files, which have their own limits.
const (
	bodyPart = 16 << 10
	fullBody = 1 << 20
)

// Cost returns the cost of a request in cheap requests, each about one millisecond of processor time. It depends on
// the route in mux and on the body, which is read before any other check.
func (rules Rules) Cost(mux *http.ServeMux, r *http.Request) int {
	_, pattern := mux.Handler(r)
	body := r.ContentLength
	if body < 0 || body > fullBody {
		body = fullBody
	}
	return max(1, rules[pattern].Dear) + int(body/bodyPart)
}

// ranks order the roles. A bot may do what a player may.
var ranks = map[store.Role]int{store.Guest: 0, store.Bot: 1, store.Member: 1, store.Moderator: 2, store.Administrator: 3}

// Check returns an error if the caller may not use the route.
func (r Rule) Check(who identity.Who) error {
	switch {
	case who.Role == store.Pupil && !r.Pupil:
		return errPupil
	case who.Role == store.Pupil: // pupils are never suspended and have no tokens
		return nil
	case ranks[who.Role] < ranks[r.Least] && who.Role == store.Guest:
		return apierror.Say(apierror.SignedOut, "access.account", "This needs an account: please sign in.")
	case ranks[who.Role] < ranks[r.Least]:
		return apierror.Say(apierror.Forbidden, "access.forbidden", "You are not allowed to do this.")
	case who.Suspended && !r.Suspended:
		return Suspended(who)
	}
	return checkScope(who, r.Scope)
}

// errPupil refuses pupils on routes outside their class.
var errPupil = apierror.Say(apierror.Forbidden, "access.pupil", "As a pupil, you can only use your class.")

// checkScope returns an error if the caller uses an access token without a required scope. It returns nil for a
// signed-in person.
func checkScope(who identity.Who, scope identity.Scopes) error {
	switch {
	case who.Scopes == 0 || who.Scopes&scope != 0:
		return nil
	case scope == 0:
		return apierror.Say(apierror.Forbidden, "access.byToken", "Access tokens do not allow this: please sign in on the page.")
	}
	return apierror.Say(apierror.Forbidden, "access.scope", "This access token does not allow this: it lacks the scope %q.", scope.String())
}

// Forever is the end of a suspension without end.
var Forever = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Suspended returns the error for suspended players, with the reason and the end of the suspension.
func Suspended(who identity.Who) error {
	switch good := !who.Until.Before(Forever); {
	case good && who.Why == "":
		return apierror.Say(apierror.Forbidden, "suspended.good", "You are suspended for good and may only watch.")
	case good:
		return apierror.Say(apierror.Forbidden, "suspended.goodWhy", "You are suspended for good and may only watch. "+
			"The moderators say: %s", who.Why)
	case who.Why == "":
		return apierror.Say(apierror.Forbidden, "suspended.until", "You are suspended until %s and may only watch.", sentence.Moment(who.Until))
	}
	return apierror.Say(apierror.Forbidden, "suspended.untilWhy", "You are suspended until %s and may only watch. The moderators say: %s",
		sentence.Moment(who.Until), who.Why)
}

// Guard passes permitted requests to next, which serves the routes of mux. fallback is the pattern that serves
// unknown routes.
func (rules Rules) Guard(mux *http.ServeMux, fallback string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		rule, ok := rules[pattern]
		switch err := rule.Check(identity.Of(r.Context())); {
		case pattern == fallback:
		case !ok:
			apierror.Write(w, fmt.Errorf("the route %q has no rule", pattern))
			return
		case err != nil:
			if rule.Scope != 0 && checkScope(identity.Of(r.Context()), rule.Scope) != nil {
				w.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="`+rule.Scope.String()+`"`)
			}
			w.Header().Set("Connection", "close") // otherwise the server would wait for the body
			apierror.Write(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
