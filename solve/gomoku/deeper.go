package gomoku

import (
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// deeper looks for wins by threats inside the search for threats of such wins. All its searches share its
// tables.
type deeper struct {
	*threats
	search *dfpn.Search
	visits int64       // of a search for a threat
	last   int64       // visit count at which the current search ends
	stop   func() bool // stops when the time is up
}

// maxThreat limits the nodes of a threat. Longer ones can almost always be met, and are as slow to check.
const maxThreat = 2000

// The visits of searches: for a threat in the first step, the factor in each later step, and the factor for a win. There are fewer
// winning positions than moves that may threaten to win.
const (
	firstLook = 256
	moreLook  = 4
	lookSteps = 4
	winLooks  = 8
)

// foilNodes limits the search for a win by fours of the defender, which only a four can answer.
const foilNodes = 500

// newDeeper returns a deeper search for positions that follow from that of t.
func newDeeper(t *threats, bits int) *deeper {
	d := &deeper{threats: t}
	d.search = dfpn.New(t, dfpn.Options{Bits: bits, Broken: func() bool { return t.broken }, Stop: func() bool {
		t.broken = t.broken || d.stop()
		return t.broken || d.search.Nodes() >= d.last
	}})
	return d
}

// find reports whether the attacker wins by threats if it is their move, with that many times the visits for a threat. It returns
// Open if the search was cut short: by the visits or, with broken set, by the time.
func (d *deeper) find(times int64) dfpn.Value {
	d.begin(times)
	return d.search.Run()
}

// begin makes the attacker the side to move and restarts the count of visits.
func (d *deeper) begin(times int64) {
	d.attack, d.broken = true, false
	d.judge.Turn(true)
	d.last = d.search.Nodes() + d.visits*times
}

// proof returns the proof of a win that find has found.
func (d *deeper) proof() ([]proof.Node, error) {
	d.begin(winLooks)
	g := &grower{threats: d.threats, search: d.search, done: map[uint64]int32{}}
	if _, err := g.attacker(); err != nil {
		return nil, err
	}
	return g.rootFirst(), nil
}
