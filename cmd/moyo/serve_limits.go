package main

import (
	"fmt"
	"strings"

	"moyo/server"
)

// limitFlags are the settings of `moyo serve` about what strangers can have it do.
type limitFlags struct {
	Limit []string `placeholder:"NAME=VALUE" env:"MOYO_LIMITS" help:"What strangers can have the server do, such as rooms=2000,requests=50; docs/operate.md has them all, and so has a name that is wrong."`
}

// apply completes a server's configuration.
func (f limitFlags) apply(cfg *server.Config) error {
	seen := map[string]bool{}
	for _, text := range f.Limit {
		name, value, ok := strings.Cut(text, "=")
		if name = strings.TrimSpace(name); !ok || seen[name] {
			return fmt.Errorf("limit %q: want name=value, each name once, such as rooms=2000", text)
		}
		seen[name] = true
		if err := cfg.Limits.Set(name, strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	if l := cfg.Limits; l.PerAddress > l.Connections {
		return fmt.Errorf("limit connections-per-address=%d: there are %d connections in all", l.PerAddress, l.Connections)
	}
	return nil
}
