// Package web holds the built page. `make page` fills dist; without it the
// folder is empty and the server says how to build the page.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Files returns the built page: index.html and assets/ at its root. It has no
// index.html where the page was not built.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}
