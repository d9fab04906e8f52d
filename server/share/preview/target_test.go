package preview

import "testing"

// TestAddressed checks that addresses of this site are recognized by their host, whatever the case and the scheme.
func TestAddressed(t *testing.T) {
	for address, want := range map[string]bool{
		"https://go.example/game/x": true, "http://GO.example/game/x": true,
		"https://go.example/embed/puzzle.png": true, "https://go.example/game/x?y=z#w": true,
		"https://go.example.evil/game/x": false, "https://o.example/game/x": false,
		"https://go.example:444/game/x": false, "https://user@go.example/game/x": false,
		"ftp://go.example/game/x": false, "//go.example/game/x": false, "/game/x": false,
		"https://go.example/embed/puzzle.json": false, "https://go.example/new": false,
	} {
		if a, err := addressed("https://go.example", address); (err == nil) != want {
			t.Errorf("%s: %+v, %v", address, a, err)
		}
	}
	if _, err := addressed("", "https:///game/x"); err == nil {
		t.Error("an unknown site has addresses")
	}
}
