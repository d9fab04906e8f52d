//go:build !purego

package network

import "golang.org/x/sys/cpu"

// vectors says whether the processor has the vectors of 16 whole numbers that the assembly here is of.
var vectors = cpu.X86.HasAVX2
