package arena

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/game/clock"
)

// Spec is a player as text: an engine's id and, after the last "?", settings such as
// name=plain,time=500ms.
type Spec struct {
	ID       string // with the engine's own settings
	Name     string
	Control  Control
	MemoryMB int
}

// ParseSpec reads a player. Settings that the text omits come from base; without a name the whole
// text is the player's name.
func ParseSpec(text string, base Spec) (Spec, error) {
	id, settings := splitSettings(text)
	s := base
	s.ID, s.Name = id, text
	for key, value := range settings {
		if err := playerSettings[key](&s, value); err != nil {
			return s, fmt.Errorf("engine %q: %s=%s: %w", text, key, value, err)
		}
	}
	return s, nil
}

// splitSettings takes the arena's settings out of an engine's spec: those after the last "?".
// Unknown settings stay with the id, for the engine.
func splitSettings(spec string) (id string, settings map[string]string) {
	settings = map[string]string{}
	at := strings.LastIndexByte(spec, '?')
	if at < 0 {
		return spec, settings
	}
	var rest []string
	for part := range strings.SplitSeq(spec[at+1:], ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, known := playerSettings[key]; ok && known {
			settings[key] = value
		} else {
			rest = append(rest, part)
		}
	}
	if len(rest) == 0 {
		return spec[:at], settings
	}
	return spec[:at] + "?" + strings.Join(rest, ","), settings
}

// playerSettings are the settings of a player that the arena handles.
var playerSettings = map[string]func(s *Spec, value string) error{
	"name":      func(s *Spec, v string) error { s.Name = v; return nil },
	"time":      func(s *Spec, v string) error { return parseTime(&s.Control.Move, v) },
	"game-time": func(s *Spec, v string) error { return parseTime(&s.Control.Game, v) },
	"increment": func(s *Spec, v string) error { return parseTime(&s.Control.Increment, v) },
	"clock": func(s *Spec, v string) (err error) {
		if s.Control.Clock, err = clock.Parse(v); !s.Control.Clock.Counts() {
			s.Control.Clock = clock.Spec{} // which a log omits
		}
		return err
	},
	"nodes": func(s *Spec, v string) (err error) {
		s.Control.Nodes, err = strconv.ParseInt(v, 10, 64)
		return err
	},
	"depth":   func(s *Spec, v string) (err error) { s.Control.Depth, err = strconv.Atoi(v); return err },
	"threads": func(s *Spec, v string) (err error) { s.Control.Threads, err = strconv.Atoi(v); return err },
	"memory":  func(s *Spec, v string) (err error) { s.MemoryMB, err = strconv.Atoi(v); return err },
}

func parseTime(to *time.Duration, text string) (err error) {
	*to, err = time.ParseDuration(text)
	return err
}
