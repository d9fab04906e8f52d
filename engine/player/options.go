package player

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"moyo/engine/alphabeta"
)

// Options are the resources and the playing strength of an Engine.
type Options struct {
	Memory  int64              // bytes for tables; 0 for the Kind's
	Threads int                // 0 is 1; Limits.Threads overrides it
	Level   int                // 1 to Levels, 0 is full strength
	Search  *alphabeta.Options // nil for the Kind's
	Plain   bool               // without the Kind's Extra
	NoBook  bool               // search first moves, too
	Warm    bool               // searches with a limit of nodes keep earlier results, too, and then are not repeatable
}

// Set changes options by text such as "lmr=off,threads=2". The settings are threads, memory (in MiB),
// method (pvs, alphabeta, minimax, mtdf), the parameters of the search by name ("lmr-base=40"), and, on
// or off, book, the Kind's Extra and the ideas of the search by name. "textbook=on" is plain alpha-beta
// with iterative deepening and a table. An error names the setting and leaves the options unchanged.
func (k *Kind) Set(opt *Options, text string) error {
	if text == "" {
		return nil
	}
	o, search := *opt, k.Search
	if o.Search != nil {
		search = *o.Search
	}
	o.Search = &search
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		if err := k.set(&o, name, value); err != nil {
			return fmt.Errorf("setting %q: %w", part, err)
		}
	}
	*opt = o
	return nil
}

// set changes one setting. o.Search must not be shared.
func (k *Kind) set(o *Options, name, value string) (err error) {
	var megabytes int
	var no bool
	switch {
	case name == "threads":
		o.Threads, err = number(value)
	case name == "memory":
		megabytes, err = number(value)
		o.Memory = int64(megabytes) << 20
	case name == "book":
		o.NoBook, err = off(value)
	case name == k.Extra && k.Extra != "":
		o.Plain, err = off(value)
	case name == "textbook":
		if no, err = off(value); err == nil && !no {
			*o.Search, o.Plain = alphabeta.Options{Method: alphabeta.AlphaBeta, Table: true}, true
		}
	default:
		err = o.Search.Set(name, value)
		if errors.Is(err, alphabeta.ErrUnknown) {
			known := append([]string{"threads", "memory", "method", "book", "textbook"}, alphabeta.Switches()...)
			if k.Extra != "" {
				known = append(known, k.Extra)
			}
			return fmt.Errorf("unknown; known are %s, and the parameters that moyo tune lists", strings.Join(known, ", "))
		}
	}
	return err
}

// off parses a switch and reports whether it is off.
func off(value string) (bool, error) {
	if value != "on" && value != "off" {
		return false, fmt.Errorf("want on or off")
	}
	return value == "off", nil
}

// most bounds threads and megabytes.
const most = 1 << 20

// number parses a number of threads or of megabytes.
func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("want a number from 1 to %d", most)
	}
	return n, nil
}
