package main

import (
	"fmt"
	"strings"

	"moyo/server"
)

// limitFlags are the settings of `moyo serve` that limit what clients can make it do.
type limitFlags struct {
	Limit []string `placeholder:"NAME=VALUE" env:"MOYO_LIMITS" help:"Limits on what clients can make the server do, such as rooms=2000,requests=50. docs/operate.md lists them; so does the error for a wrong name."`
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
		return fmt.Errorf("limit connections-per-address=%d: the limit of all connections is %d", l.PerAddress, l.Connections)
	}
	return nil
}
