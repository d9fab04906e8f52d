package simuls

import (
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// acts are the acts on a simultaneous exhibition; its director is the host.
var acts = access.Acts{
	Rules: map[string]access.Act{
		"ask":      {Scope: identity.Play, Plays: true},
		"withdraw": {Scope: identity.Play},
		"accept":   {Scope: identity.Challenge, Director: true},
		"refuse":   {Scope: identity.Challenge, Director: true},
		"start":    {Scope: identity.Challenge, Director: true},
		"cancel":   {Scope: identity.Challenge, Director: true, Judges: true},
	},
	Undirected: apierror.Say(apierror.Forbidden, "simul.host", "Only the host of the exhibition can do this."),
}
