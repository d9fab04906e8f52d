package access

import (
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// simulActs holds the rule of each act in a simultaneous exhibition, which its host directs.
var simulActs = map[string]Act{
	"ask":      {Scope: identity.Play, Plays: true},
	"withdraw": {Scope: identity.Play},
	"accept":   {Scope: identity.Challenge, Director: true},
	"refuse":   {Scope: identity.Challenge, Director: true},
	"start":    {Scope: identity.Challenge, Director: true},
	"cancel":   {Scope: identity.Challenge, Director: true, Judges: true},
}

// CheckSimulAct says what stands against what somebody wants to do in an exhibition, which they
// host or not, if anything.
func CheckSimulAct(name string, who identity.Who, hosts bool) error {
	return checkAct(simulActs, name, who, hosts, apierror.Say(apierror.Forbidden, "simul.host", "Only the host may do that."))
}
