package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// settings are the settings of a file: JSON whose keys are the flags' names. The environment takes
// precedence.
type settings map[string]any

// settingsFile is the loader of --config.
func settingsFile(r io.Reader) (kong.Resolver, error) {
	values := settings{}
	if err := json.NewDecoder(r).Decode(&values); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return values, nil
}

// configFlag is the flag that names the file; it is not a setting in it.
const configFlag = "config"

// Validate implements kong.Resolver: an unknown key is most likely a typing error, which would
// otherwise be ignored silently.
func (s settings) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, command := range app.Children {
		if !slices.ContainsFunc(command.Flags, func(f *kong.Flag) bool { return f.Name == configFlag }) {
			continue
		}
		for _, flag := range command.Flags {
			for _, key := range keysOf(flag) {
				known[key] = flag.Name != configFlag
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if !known[key] {
			return fmt.Errorf("settings: unknown name %q; use the names of flags, such as %q", key, "log-level")
		}
	}
	return nil
}

// Resolve implements kong.Resolver.
func (s settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, env := range flag.Envs {
		if _, set := os.LookupEnv(env); set {
			return nil, nil
		}
	}
	if flag.Name == configFlag {
		return nil, nil
	}
	for _, key := range keysOf(flag) {
		if value, ok := s[key]; ok {
			return value, nil
		}
	}
	return nil, nil
}

// unread returns the environment variables that look like settings but belong to none of these
// flags.
func unread(flags []*kong.Flag, environment []string) (names []string) {
	known := map[string]bool{}
	for _, flag := range flags {
		for _, name := range flag.Envs {
			known[name] = true
		}
	}
	for _, variable := range environment {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "MOYO_") && !known[name] {
			names = append(names, name)
		}
	}
	return names
}

// keysOf returns the keys of a flag in a file: its name, and the form usual in JSON.
func keysOf(flag *kong.Flag) []string {
	words := strings.Split(flag.Name, "-")
	camel := words[0]
	for _, word := range words[1:] {
		camel += strings.ToUpper(word[:1]) + word[1:]
	}
	return []string{flag.Name, strings.Join(words, "_"), camel}
}
