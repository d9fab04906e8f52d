package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse returns the board of a spec such as "grid:19" or "torus:9x9".
func Parse(spec string) (*Board, error) {
	kind, args, _ := strings.Cut(spec, ":")
	if kind != "grid" {
		return nil, fmt.Errorf("board %q: unknown kind %q", spec, kind)
	}
	ws, hs, two := strings.Cut(args, "x")
	if !two {
		hs = ws
	}
	w, err1 := strconv.Atoi(ws)
	h, err2 := strconv.Atoi(hs)
	if err1 != nil || err2 != nil || w < 1 || h < 1 || w > 100 || h > 100 {
		return nil, fmt.Errorf("board %q: want grid:N or grid:WxH with sides from 1 to 100", spec)
	}
	return Grid(w, h), nil
}
