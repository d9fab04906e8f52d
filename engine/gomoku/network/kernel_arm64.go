//go:build !purego

package network

// vectors reports whether the assembly is used: every arm64 processor has its instructions. Tests switch it off.
var vectors = true
