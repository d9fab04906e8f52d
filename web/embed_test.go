package web

import (
	"slices"
	"testing"
)

func TestPagesOfAllFeatures(t *testing.T) {
	pages := Pages()
	for _, want := range []string{"/", "/game/*", "/classes", "/simul/*", "/tournaments"} {
		if !slices.Contains(pages, want) {
			t.Errorf("Pages() = %q, without %s", pages, want)
		}
	}
}
