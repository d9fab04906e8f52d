package analysis

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Set sets a parameter of KataGo's configuration: one of Settings, numAnalysisThreads or warnUnusedFields. known is false for other
// names, which change nothing.
func (c *Config) Set(name, value string) (known bool, err error) {
	switch name {
	case "numAnalysisThreads":
		if !whole(strings.TrimSpace(value), math.MaxInt32, &c.Positions) {
			return true, fmt.Errorf("numAnalysisThreads %s: want a positive integer", clip(value))
		}
		c.Positions = min(c.Positions, maxPositions)
		return true, nil
	case "warnUnusedFields":
		warn, err := strconv.ParseBool(strings.TrimSpace(value))
		if err != nil {
			return true, fmt.Errorf("warnUnusedFields %s: want true or false", clip(value))
		}
		c.Quiet = !warn
		return true, nil
	}
	return c.Settings.Set(name, value)
}

// maxPositions bounds the positions that are analyzed at the same time.
const maxPositions = 256

// Parameter is a name with a value.
type Parameter struct{ Name, Value string }

// ReadParameters reads a configuration file of KataGo: lines "name = value", where "#" begins a comment. It skips lines of another
// form, such as those that include other files.
func ReadParameters(in io.Reader) (list []Parameter, err error) {
	const most = 10_000
	lines := bufio.NewScanner(in)
	for lines.Scan() && len(list) < most {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if p, ok := ParseParameter(text); ok {
			list = append(list, p)
		}
	}
	return list, lines.Err()
}

// ParseParameter parses "name = value".
func ParseParameter(text string) (p Parameter, ok bool) {
	name, value, ok := strings.Cut(text, "=")
	p = Parameter{strings.TrimSpace(name), strings.Trim(strings.TrimSpace(value), `"`)}
	return p, ok && p.Name != ""
}
