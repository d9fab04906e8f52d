package tournaments

import (
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// acts are the acts on a tournament.
var acts = access.Acts{
	Rules: map[string]access.Act{
		"join":     {Scope: identity.Play, Plays: true},
		"withdraw": {Scope: identity.Play},
		"pause":    {Scope: identity.Play},
		"resume":   {Scope: identity.Play, Plays: true},
		"start":    {Scope: identity.Challenge, Director: true},
		"halt":     {Scope: identity.Challenge, Director: true},
		"continue": {Scope: identity.Challenge, Director: true},
		"remove":   {Scope: identity.Challenge, Director: true},
		"result":   {Scope: identity.Challenge, Director: true},
		"cancel":   {Scope: identity.Challenge, Director: true, Judges: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "tournament.director", "Only the director of the tournament can do this."),
}
