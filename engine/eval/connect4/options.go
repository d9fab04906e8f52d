package connect4

import (
	"moyo/engine/alphabeta"
	"moyo/engine/internal/settings"
)

// Set changes options as text such as "solve=off,threads=2": threads, memory (in
// MiB), book and solve (on, off), method (pvs, alphabeta, minimax, mtdf), and the
// ideas of the search by name, on or off.
func (o *Options) Set(text string) error {
	return settings.Target{
		Memory: &o.Memory, Threads: &o.Threads, Search: &o.Search, Default: searchDefault(),
		Switches: map[string]func(bool, *alphabeta.Options){
			"book":  func(on bool, _ *alphabeta.Options) { o.NoBook = !on },
			"solve": func(on bool, _ *alphabeta.Options) { o.NoSolve = !on },
		},
	}.Set(text)
}

// searchDefault returns how package alphabeta searches unless told otherwise.
func searchDefault() alphabeta.Options {
	o := alphabeta.Default()
	o.NullMove = false // often a side would rather not move
	return o
}
