package capturefive

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"moyo/engine/alphabeta"
)

// Set changes options as text such as "lmr=off,threads=2": threads, memory (in
// MiB), book (on, off), fours (lines of fours searched beneath the leaves: on,
// off), method (pvs, alphabeta, minimax, mtdf), and the ideas of the search by
// name, on or off. "textbook=on" is plain alpha-beta with iterative deepening and a
// table, without any other idea, and without the book.
func (o *Options) Set(text string) error {
	if text == "" {
		return nil
	}
	search := alphabeta.Default()
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

func (o *Options) set(search *alphabeta.Options, key, value string) error {
	switch {
	case (key == "fours" || key == "textbook" || key == "book") && value != "on" && value != "off":
		return fmt.Errorf("want on or off")
	case key == "fours":
		o.NoFours = value == "off"
		return nil
	case key == "book":
		o.NoBook = value == "off"
		return nil
	case key == "textbook":
		if value == "on" {
			*search, o.NoFours, o.NoBook = alphabeta.Options{Method: alphabeta.AlphaBeta, Table: true}, true, true
		}
		return nil
	case key != "threads" && key != "memory":
		err := search.Set(key, value)
		if errors.Is(err, alphabeta.ErrUnknown) {
			return fmt.Errorf("unknown; known are threads, memory, book, fours, textbook, method, %s", strings.Join(alphabeta.Switches(), ", "))
		}
		return err
	}
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
}
