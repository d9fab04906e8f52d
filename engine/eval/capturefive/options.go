package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/engine/internal/settings"
)

// Set changes options as text such as "lmr=off,threads=2": threads, memory (in
// MiB), book (on, off), fours (lines of fours searched beneath the leaves: on,
// off), method (pvs, alphabeta, minimax, mtdf), and the ideas of the search by
// name, on or off. "textbook=on" is plain alpha-beta with iterative deepening and
// a table, without any other idea.
func (o *Options) Set(text string) error {
	return settings.Target{
		Memory: &o.Memory, Threads: &o.Threads, Search: &o.Search, Default: alphabeta.Default(),
		Switches: map[string]func(bool, *alphabeta.Options){
			"book":  func(on bool, _ *alphabeta.Options) { o.NoBook = !on },
			"fours": func(on bool, _ *alphabeta.Options) { o.NoFours = !on },
			"textbook": func(on bool, search *alphabeta.Options) {
				if on {
					*search, o.NoFours = alphabeta.Options{Method: alphabeta.AlphaBeta, Table: true}, true
				}
			},
		},
	}.Set(text)
}
