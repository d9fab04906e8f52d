// Package access says who may do what. Every HTTP route is registered with its [Rule], and every
// command of a game's WebSocket has a row here; [Rules.Guard] and the rooms go by them.
// The server's tests make a matrix of it: each rule times each role, relation and scope
// of an access token. No token is enough for what is about the account itself, or for
// what moderators do.
//
// What a row cannot know, such as whose board, game or message it is, the handlers
// say themselves; they answer as if what is not for somebody did not exist.
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

// Rule says who may use a route.
type Rule struct {
	Least     store.Role      // the least of the roles that may; Guest for everybody
	Suspended bool            // whether suspended people may, too
	Scope     identity.Scopes // that an access token needs for it; 0 where none is enough
	Pupil     bool            // whether pupils of a class may, who have what their class has and nothing else
	Dear      int             // milliseconds of a processor, about; 0 for one at most
}

// Pupils returns the rule for pupils, too.
func (r Rule) Pupils() Rule {
	r.Pupil = true
	return r
}

// Costing returns the rule of what takes about that many milliseconds of the processor.
func (r Rule) Costing(milliseconds int) Rule {
	r.Dear = milliseconds
	return r
}

// By returns the rule for those too who come by an access token with a scope.
func (r Rule) By(scope identity.Scopes) Rule {
	r.Scope = scope
	return r
}

// The rules that most routes go by.
var (
	Look   = Rule{Least: store.Guest, Suspended: true}  // everybody
	See    = Look.By(identity.Read)                     // everybody, programs too
	Take   = Rule{Least: store.Guest}                   // everybody who may do more than watch
	Own    = Rule{Least: store.Member, Suspended: true} // people with an account, about themselves
	Member = Rule{Least: store.Member}                  // people with an account who may do more than watch
	Judge  = Rule{Least: store.Moderator}               // moderators
)

// Rules holds the rule of each route, by its pattern. Features add theirs, see package endpoint.
type Rules map[string]Rule

// bodyPart is how many bytes of a body take about as long as the cheapest request, and fullBody the most that counts:
// what is longer is a file, and files have bounds of their own.
const (
	bodyPart = 16 << 10
	fullBody = 1 << 20
)

// Cost returns what a request takes of its address's rate, in the costs of a cheap request, of about a millisecond of the
// processor each: by its route in mux, and by its body, which is read before anything else looks at it.
func (rules Rules) Cost(mux *http.ServeMux, r *http.Request) int {
	_, pattern := mux.Handler(r)
	body := r.ContentLength
	if body < 0 || body > fullBody {
		body = fullBody
	}
	return max(1, rules[pattern].Dear) + int(body/bodyPart)
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

// Suspended is the answer to suspended people: why, and until when.
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

// Guard lets through to next, which has the routes of mux, who may use them. fallback is the
// pattern of what answers where there is no such route.
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
			w.Header().Set("Connection", "close") // else its body would be waited for
			apierror.Write(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}
