package gomoku

import (
	"moyo/engine/alphabeta"
	"moyo/engine/internal/settings"
)

// Set changes options as text such as "lmr=off,threads=2": threads, memory (in
// MiB), book (on, off), method (pvs, alphabeta, minimax, mtdf), and the ideas of the search by
// name, on or off.
func (o *Options) Set(text string) error {
	return settings.Target{
		Memory: &o.Memory, Threads: &o.Threads, Search: &o.Search, Default: alphabeta.Default(),
		Switches: map[string]func(bool, *alphabeta.Options){
			"book": func(on bool, _ *alphabeta.Options) { o.NoBook = !on },
		},
	}.Set(text)
}
