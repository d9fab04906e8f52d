// Package settings reads the settings of an engine on package alphabeta from
// text such as "lmr=off,threads=2".
package settings

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"moyo/engine/alphabeta"
)

// Target is what settings change. Switches are an engine's own, by name.
type Target struct {
	Memory   *int64 // bytes; "memory" is in MiB
	Threads  *int
	Search   **alphabeta.Options
	Default  alphabeta.Options // what Search begins with where it is nil
	Switches map[string]func(on bool, search *alphabeta.Options)
}

// Set changes t by text: threads, memory (in MiB), method (pvs, alphabeta,
// minimax, mtdf), t's own switches and the ideas of the search by name, on or
// off. An error names the setting; some before it may have been made.
func (t Target) Set(text string) error {
	if text == "" {
		return nil
	}
	search := t.Default
	if *t.Search != nil {
		search = **t.Search
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		if err := t.set(&search, key, value); err != nil {
			return fmt.Errorf("setting %q: %w", part, err)
		}
	}
	*t.Search = &search
	return nil
}

func (t Target) set(search *alphabeta.Options, key, value string) error {
	if key == "threads" || key == "memory" {
		return t.number(key, value)
	}
	if change, ok := t.Switches[key]; ok {
		if value != "on" && value != "off" {
			return fmt.Errorf("want on or off")
		}
		change(value == "on", search)
		return nil
	}
	err := search.Set(key, value)
	if errors.Is(err, alphabeta.ErrUnknown) {
		known := append([]string{"threads", "memory", "method"}, slices.Sorted(maps.Keys(t.Switches))...)
		return fmt.Errorf("unknown; known are %s", strings.Join(append(known, alphabeta.Switches()...), ", "))
	}
	return err
}

// most bounds threads and megabytes.
const most = 1 << 20

func (t Target) number(key, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("want a number from 1 to %d", most)
	}
	if key == "threads" {
		*t.Threads = n
	} else {
		*t.Memory = int64(n) << 20
	}
	return nil
}
