//go:build !amd64 || purego

package kernel

// Bytes reports whether products of bytes use vectors on this machine.
func Bytes() bool { return false }

func mulBytePairs([]float32, []byte, int, float32, *PackedBytes) (columns int) { return 0 }

func roundVectors([]byte, []float32, float32) (count int) { return 0 }

func byteSumVectors([]byte, int, []byte, int, Lists, int32) bool { return false }
