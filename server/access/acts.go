package access

import (
	"moyo/server/apierror"
	"moyo/server/identity"
	"moyo/server/store"
)

// Act says who may do something in a tournament, or an exhibition; whether it goes now is that's to say.
type Act struct {
	Scope    identity.Scopes // that an access token needs for it
	Director bool            // whether only who directs the tournament may do it
	Judges   bool            // whether those may, too, who look after the others; no token is enough for that
}

// acts holds the rule of each act in a tournament.
var acts = map[string]Act{
	"join":     {Scope: identity.Play},
	"withdraw": {Scope: identity.Play},
	"pause":    {Scope: identity.Play},
	"resume":   {Scope: identity.Play},
	"start":    {Scope: identity.Challenge, Director: true},
	"halt":     {Scope: identity.Challenge, Director: true},
	"continue": {Scope: identity.Challenge, Director: true},
	"remove":   {Scope: identity.Challenge, Director: true},
	"result":   {Scope: identity.Challenge, Director: true},
	"cancel":   {Scope: identity.Challenge, Director: true, Judges: true},
}

// CheckAct says what stands against what somebody wants to do in a tournament, which they direct or
// not, if anything.
func CheckAct(name string, who identity.Who, directs bool) error {
	return checkAct(acts, name, who, directs, errDirector)
}

// errDirector is the answer to others than who directs a tournament.
var errDirector = apierror.Say(apierror.Forbidden, "tournament.director", "Only who directs the tournament may do that.")

// checkAct says what stands against an act of a table, if anything; others is the answer to those
// who do not direct.
func checkAct(acts map[string]Act, name string, who identity.Who, directs bool, others error) error {
	rule, ok := acts[name]
	judges := rule.Judges && ranks[who.Role] >= ranks[store.Moderator] && who.Scopes == 0
	switch {
	case !ok:
		return apierror.Say(apierror.BadRequest, "access.command", "There is no command %.20q.", name)
	case rule.Director && !directs && !judges:
		return others
	}
	return checkScope(who, rule.Scope)
}
