// Package web holds the built page. `make page` fills dist; without it the
// folder is empty and the server says how to build the page.
package web

import (
	"embed"
	"encoding/json"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Each feature of the page lists its own addresses; those of the others are in the router's list.
//
//go:embed src/*/pages.json src/lib/router/pages.json
var pages embed.FS

// Files returns the built page: index.html and assets/ at its root. It has no
// index.html where the page was not built.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return files
}

// Pages returns the addresses that the page has something at, such as /game/*, where a
// star stands for any one part.
func Pages() []string {
	var all []string
	err := fs.WalkDir(pages, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		var patterns []string
		file, err := pages.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(file, &patterns)
		}
		all = append(all, patterns...)
		return err
	})
	if err != nil {
		panic(err) // the page itself is built with the same files
	}
	return all
}
