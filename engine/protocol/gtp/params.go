package gtp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/engine"
)

// bounds are the bounds of a move that KataGo's commands change. 0 is no bound.
type bounds struct {
	visits   int64
	playouts int64
	time     time.Duration
	firm     bool // time bounds a move even if the client has set a clock
	threads  int
}

func newBounds(lim engine.Limits) bounds {
	return bounds{visits: lim.Nodes, time: lim.Time, threads: max(1, lim.Threads)}
}

// KataGo's values for no bound.
const (
	noVisits = int64(1) << 50
	noTime   = 1e20 // seconds
)

// maxThreads bounds numSearchThreads.
const maxThreads = 256

// param is one of KataGo's parameters, as text.
type param struct {
	get func(*bounds) string
	set func(*bounds, float64) bool // false for values that it cannot have
}

var params = map[string]param{
	"maxVisits":   counted(func(b *bounds) *int64 { return &b.visits }),
	"maxPlayouts": counted(func(b *bounds) *int64 { return &b.playouts }),
	"maxTime": {
		get: func(b *bounds) string {
			if b.time == 0 {
				return strconv.FormatFloat(noTime, 'g', -1, 64)
			}
			return strconv.FormatFloat(b.time.Seconds(), 'f', -1, 64)
		},
		set: func(b *bounds, v float64) bool {
			b.time, b.firm = 0, false
			if v <= maxClock.Seconds() {
				b.time, b.firm = max(time.Duration(v*float64(time.Second)), time.Millisecond), true
			}
			return v > 0
		},
	},
	"numSearchThreads": {
		get: func(b *bounds) string { return strconv.Itoa(b.threads) },
		set: func(b *bounds, v float64) bool {
			if v < 1 || v > maxThreads || v != math.Trunc(v) {
				return false
			}
			b.threads = int(v)
			return true
		},
	},
}

// counted is a parameter with an integer value.
func counted(of func(*bounds) *int64) param {
	return param{
		get: func(b *bounds) string {
			if n := *of(b); n > 0 {
				return strconv.FormatInt(n, 10)
			}
			return strconv.FormatInt(noVisits, 10)
		},
		set: func(b *bounds, v float64) bool {
			if v < 1 || v != math.Trunc(v) {
				return false
			}
			*of(b) = 0
			if v < float64(noVisits) {
				*of(b) = int64(v)
			}
			return true
		},
	}
}

// setParam sets one parameter in b.
func setParam(b *bounds, name, value string) error {
	p, ok := params[name]
	if !ok {
		return fmt.Errorf("unknown parameter %.40q", name)
	}
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsNaN(v) || !p.set(b, v) {
		return fmt.Errorf("%s %.40q: not a value that it can have", name, value)
	}
	return nil
}

func kataListParams(*call) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(params)), " "), nil
}

func kataGetParam(c *call) (string, error) {
	if len(c.args) != 1 {
		return "", errSyntax
	}
	p, ok := params[c.args[0]]
	if !ok {
		return "", fmt.Errorf("unknown parameter %.40q", c.args[0])
	}
	return p.get(&c.bounds), nil
}

func kataSetParam(c *call) (string, error) {
	if len(c.args) != 2 {
		return "", errSyntax
	}
	b := c.bounds
	if err := setParam(&b, c.args[0], c.args[1]); err != nil {
		return "", err
	}
	c.bounds = b
	return "", nil
}

// kataGetParams returns all parameters as a JSON object.
func kataGetParams(c *call) (string, error) {
	all := map[string]json.Number{}
	for name, p := range params {
		all[name] = json.Number(p.get(&c.bounds))
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// kataSetParams sets the parameters in a JSON object, or none of them.
func kataSetParams(c *call) (string, error) {
	var all map[string]json.Number
	if err := json.Unmarshal([]byte(strings.Join(c.args, " ")), &all); err != nil {
		return "", fmt.Errorf("parameters: %w", err)
	}
	b := c.bounds
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := setParam(&b, name, all[name].String()); err != nil {
			return "", err
		}
	}
	c.bounds = b
	return "", nil
}

// limits returns the bounds of a move by the parameters, without the clock.
func (b *bounds) limits(lim engine.Limits) engine.Limits {
	lim.Nodes, lim.Time, lim.Threads = b.visits, b.time, b.threads
	if b.playouts > 0 && (b.visits == 0 || b.playouts < b.visits) {
		lim.Nodes = b.playouts
	}
	return lim
}
