package gomoku

import (
	"moyo/solve/dfpn"
	"moyo/solve/gomoku/proof"
)

// deeper looks for wins by threats inside the search for threats of such wins. All its looks share its tables.
type deeper struct {
	*threats
	search *dfpn.Search
	visits int64       // of a look for a threat
	last   int64       // of the look that is under way, as the search counts them
	stop   func() bool // the clock's
}

// maxThreat bounds the nodes of a threat. A longer one can be met almost anywhere, and takes as long to follow.
const maxThreat = 2000

// The visits of looks: for a threat in the first step, how many times more in each that follows, and how many times more for a win.
// Positions that win are fewer than moves that may threaten to.
const (
	firstLook = 256
	moreLook  = 4
	lookSteps = 4
	winLooks  = 8
)

// foilNodes limits the search for a victory by fours of the defender's, against which nothing but a four helps.
const foilNodes = 500

// newDeeper returns one for positions that follow from that of t.
func newDeeper(t *threats, bits int) *deeper {
	d := &deeper{threats: t}
	d.search = dfpn.New(t, dfpn.Options{Bits: bits, Broken: func() bool { return t.broken }, Stop: func() bool {
		t.broken = t.broken || d.stop()
		return t.broken || d.search.Nodes() >= d.last
	}})
	return d
}

// look reports whether the attacker wins by threats if it is their move, by so many times the visits for a threat. Open is that of a
// look cut short: by them or, and then broken is set, by the clock.
func (d *deeper) look(times int64) dfpn.Value {
	d.begin(times)
	return d.search.Run()
}

// begin has the attacker to move and counts visits from here.
func (d *deeper) begin(times int64) {
	d.attack, d.broken = true, false
	d.judge.Turn(true)
	d.last = d.search.Nodes() + d.visits*times
}

// proof returns the proof of a win that look has found.
func (d *deeper) proof() ([]proof.Node, error) {
	d.begin(winLooks)
	g := &grower{threats: d.threats, search: d.search, done: map[uint64]int32{}}
	if _, err := g.attacker(); err != nil {
		return nil, err
	}
	return g.rootFirst(), nil
}
