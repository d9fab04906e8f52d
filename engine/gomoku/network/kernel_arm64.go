//go:build !purego

package network

// vectors says whether the assembly here is used: every processor of this kind has its vectors of eight whole numbers. Tests
// switch it off.
var vectors = true
