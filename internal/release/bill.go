package main

import (
	"os"
	"path/filepath"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// bill writes the list of all parts in the format of CycloneDX, for programs that look for parts
// with known vulnerabilities, and returns the file's name.
func (r *release) bill(parts []part) (file string, err error) {
	list := cdx.NewBOM()
	list.Metadata = &cdx.Metadata{
		Timestamp: r.made.Format(time.RFC3339),
		Component: &cdx.Component{Type: cdx.ComponentTypeApplication, BOMRef: "moyo", Name: "moyo", Version: r.version},
	}
	components := []cdx.Component{}
	for _, p := range parts {
		url := "pkg:" + p.Kind + "/" + p.Name + "@" + p.Version
		components = append(components, cdx.Component{
			Type: cdx.ComponentTypeLibrary, BOMRef: url, Name: p.Name, Version: p.Version, PackageURL: url,
		})
	}
	list.Components = &components
	file = filepath.Join(r.out, "moyo_"+r.version+".cdx.json")
	out, err := os.Create(file)
	if err != nil {
		return "", err
	}
	if err := cdx.NewBOMEncoder(out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(list); err != nil {
		_ = out.Close()
		return "", err
	}
	return file, out.Close()
}
