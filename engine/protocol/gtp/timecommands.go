package gtp

import (
	"strconv"
	"strings"
	"time"

	"moyo/game/clock"
)

// timeSettings is GTP's command: main time, the time of a Canadian period and
// its stones.
func timeSettings(c *call) (string, error) {
	main, err := c.seconds(0)
	if err != nil {
		return "", err
	}
	period, err := c.seconds(1)
	if err != nil {
		return "", err
	}
	stones, err := c.count(2, 0)
	if err != nil {
		return "", err
	}
	spec := clock.Spec{Kind: clock.Absolute, Main: main}
	switch {
	case period > 0 && stones == 0: // GTP 2, section 4.2: no limit at all
		spec = clock.Spec{}
	case period > 0:
		spec = clock.Spec{Kind: clock.Canadian, Main: main, Step: period, Count: stones}
	}
	c.clock.set(spec)
	return "", nil
}

// kgsTimeSettings is KGS's command: none, absolute TIME, byoyomi TIME PERIOD
// COUNT or canadian TIME PERIOD STONES.
func kgsTimeSettings(c *call) (string, error) { return c.setTime(kgsTimes) }

// kataTimeSettings is KataGo's command: KGS's and fischer TIME INCREMENT, or
// fischer-capped TIME INCREMENT LIMIT MOST, with the largest time of the clock
// and the longest time of one move; negative numbers are no bound.
func kataTimeSettings(c *call) (string, error) {
	if len(c.args) == 0 || c.args[0] != capped {
		return c.setTime(kataTimes)
	}
	if len(c.args) != 5 {
		return "", errSyntax
	}
	limit, err := c.left(3)
	if err != nil {
		return "", err
	}
	most, err := c.left(4)
	if err != nil {
		return "", err
	}
	c.args = append([]string{string(clock.Fischer)}, c.args[1:3]...)
	fresh := *c.session
	if _, err := c.setTime(kataTimes); err != nil {
		return "", err
	}
	if limit > 0 && limit < c.clock.spec.Main {
		*c.session = fresh
		return "", errSyntax
	}
	c.clock.cap, c.clock.most = limit, most
	return "", nil
}

// capped is KataGo's word for a Fischer clock with bounds.
const capped = "fischer-capped"

// kataListTimeSettings lists the kinds of clocks that kata-time_settings supports.
const kataListTimeSettings = "none absolute byoyomi canadian fischer " + capped

// timeForms are the clocks that a command supports, by their names.
type timeForms map[string]struct {
	kind clock.Kind
	args int
}

var (
	kgsTimes = timeForms{
		"none": {clock.None, 0}, "absolute": {clock.Absolute, 1}, "byoyomi": {clock.Byoyomi, 3}, "canadian": {clock.Canadian, 3},
	}
	kataTimes = timeForms{
		"none": {clock.None, 0}, "absolute": {clock.Absolute, 1}, "byoyomi": {clock.Byoyomi, 3},
		"canadian": {clock.Canadian, 3}, "fischer": {clock.Fischer, 2},
	}
)

// setTime parses the kind of a clock and its numbers.
func (c *call) setTime(forms timeForms) (string, error) {
	if len(c.args) == 0 {
		return "", errSyntax
	}
	form, ok := forms[c.args[0]]
	if !ok {
		return "", errSyntax
	}
	spec := clock.Spec{Kind: form.kind}
	var err error
	if form.args > 0 {
		if spec.Main, err = c.seconds(1); err != nil {
			return "", err
		}
	}
	if form.args > 1 {
		if spec.Step, err = c.seconds(2); err != nil {
			return "", err
		}
	}
	if form.args > 2 {
		if spec.Count, err = c.count(3, 1); err != nil {
			return "", err
		}
		if spec.Step == 0 {
			return "", errSyntax
		}
	}
	c.clock.set(spec)
	return "", nil
}

func timeLeft(c *call) (string, error) {
	side, err := c.colorArg()
	if err != nil {
		return "", err
	}
	left, err := c.left(1)
	if err != nil {
		return "", err
	}
	count, err := c.count(2, 0)
	if err != nil {
		return "", err
	}
	rounded := time.Second // down, by programs that write whole seconds
	if strings.Contains(c.args[1], ".") {
		rounded = 0
	}
	c.clock.report(side, left, count, rounded)
	return "", nil
}

// count parses argument i, a number of stones or periods, at least least.
func (c *call) count(i, least int) (int, error) {
	n, err := c.intArg(i)
	if err != nil || n < least || n > maxCount {
		return 0, errSyntax
	}
	return n, nil
}

// left parses argument i, the seconds that are left. Negative values, by which
// CGOS and GoGui report how long ago the time ran out, become 0.
func (c *call) left(i int) (time.Duration, error) {
	if i < len(c.args) {
		if v, err := strconv.ParseFloat(c.args[i], 64); err == nil && v < 0 {
			return 0, nil
		}
	}
	return c.seconds(i)
}

// seconds parses argument i, a number of seconds.
func (c *call) seconds(i int) (time.Duration, error) {
	if i >= len(c.args) {
		return 0, errSyntax
	}
	v, err := strconv.ParseFloat(c.args[i], 64)
	if err != nil || !(v >= 0) {
		return 0, errSyntax
	}
	if v > maxClock.Seconds() {
		return maxClock, nil
	}
	return time.Duration(v * float64(time.Second)), nil
}
