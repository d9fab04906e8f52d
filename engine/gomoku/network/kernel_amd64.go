//go:build !purego

package network

import "golang.org/x/sys/cpu"

// vectors reports whether the processor has AVX2, which the assembly uses.
var vectors = cpu.X86.HasAVX2
