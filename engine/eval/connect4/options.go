package connect4

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"moyo/engine/alphabeta"
)

// Set changes options as text such as "solve=off,threads=2": threads, memory (in
// MiB), book and solve (on, off), method (pvs, alphabeta, minimax, mtdf), and the
// ideas of the search by name, on or off.
func (o *Options) Set(text string) error {
	if text == "" {
		return nil
	}
	search := searchDefault()
	if o.Search != nil {
		search = *o.Search
	}
	for part := range strings.SplitSeq(text, ",") {
		key, value, _ := strings.Cut(part, "=")
		if err := o.set(&search, key, value); err != nil {
			return fmt.Errorf("setting %q: %w", part, err)
		}
	}
	o.Search = &search
	return nil
}

// searchDefault returns how package alphabeta searches unless told otherwise.
func searchDefault() alphabeta.Options {
	o := alphabeta.Default()
	o.NullMove = false // often a side would rather not move
	return o
}

func (o *Options) set(search *alphabeta.Options, key, value string) error {
	switch key {
	case "threads", "memory":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > 1<<20 {
			return fmt.Errorf("want a number from 1 to %d", 1<<20)
		}
		if key == "threads" {
			o.Threads = n
		} else {
			o.Memory = int64(n) << 20
		}
		return nil
	case "book", "solve":
		if value != "on" && value != "off" {
			return fmt.Errorf("want on or off")
		}
		if key == "book" {
			o.NoBook = value == "off"
		} else {
			o.NoSolve = value == "off"
		}
		return nil
	}
	err := search.Set(key, value)
	if errors.Is(err, alphabeta.ErrUnknown) {
		return fmt.Errorf("unknown; known are threads, memory, book, solve, method, %s", strings.Join(alphabeta.Switches(), ", "))
	}
	return err
}
