package ladders

import (
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// acts are the acts on a club ladder; its maker is the director.
var acts = access.Acts{
	Rules: map[string]access.Act{
		"join":      {Scope: identity.Play, Plays: true},
		"leave":     {Scope: identity.Play},
		"challenge": {Scope: identity.Play, Plays: true},
		"ready":     {Scope: identity.Play, Plays: true},
		"yield":     {Scope: identity.Play},
		"remove":    {Scope: identity.Challenge, Director: true, Judges: true},
		"close":     {Scope: identity.Challenge, Director: true, Judges: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "ladder.maker", "Only the player who made the ladder can do this."),
}
