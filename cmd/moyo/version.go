package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
)

type versionCmd struct{}

func (versionCmd) Run(_ context.Context, out io.Writer) error {
	_, err := fmt.Fprintln(out, "moyo", version())
	return err
}

// version returns the module's version, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "0.1-" + s.Value[:12]
		}
	}
	return "0.1-dev"
}
