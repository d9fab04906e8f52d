//go:build !unix

package sqlite

// giveToOwner does nothing on systems without file owners.
func giveToOwner(string, string) error { return nil }
