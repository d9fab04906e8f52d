//go:build !purego

#include "textflag.h"
#include "rows8_amd64.h"

// ROW adds to two sums of each column what four numbers of one row of a give with those of each panel.
#define ROW(numbers, x, y) \
	VPBROADCASTD numbers, Z16; \
	VPDPBUSD Z17, Z16, x; \
	VPDPBUSD Z18, Z16, y

// TILE adds up rows, for as many numbers as each has.
#define TILE(step, rows) \
step: \
	VMOVUPS (BX), Z17; \
	VMOVUPS (BX)(R13*1), Z18; \
	rows; \
	ADDQ $4, AX; \
	ADDQ $64, BX; \
	SUBQ $4, CX; \
	JNE step; \
	JMP put

// PUT stores a row in the units of its columns, and ends after the last.
#define PUT(x, y) \
	VCVTDQ2PS x, x; \
	VCVTDQ2PS y, y; \
	VMULPS Z16, x, x; \
	VMULPS Z16, y, y; \
	VMULPS Z17, x, x; \
	VMULPS Z18, y, y; \
	VMOVUPS x, (DI); \
	VMOVUPS y, 64(DI); \
	ADDQ SI, DI; \
	DECQ R9; \
	JEQ done

#define CLEAR4(a, b, c, d) \
	VPXORD a, a, a; \
	VPXORD b, b, b; \
	VPXORD c, c, c; \
	VPXORD d, d, d

// func mulBytePair(c *float32, n int, a *byte, k int, left, right *int8, rows int, units *float32, unit float32)
TEXT ·mulBytePair(SB), NOSPLIT, $0-68
	MOVQ c+0(FP), DI
	MOVQ n+8(FP), SI
	MOVQ a+16(FP), AX
	MOVQ k+24(FP), CX
	MOVQ left+32(FP), BX
	MOVQ right+40(FP), R13
	MOVQ rows+48(FP), R9
	MOVQ units+56(FP), DX
	SHLQ $2, SI
	SUBQ BX, R13 // how far the panels are apart
	MOVQ CX, R8 // and one row of a from the next, three, five and seven
	STRIDES
	CLEAR4(Z0, Z1, Z2, Z3)
	CLEAR4(Z4, Z5, Z6, Z7)
	CLEAR4(Z8, Z9, Z10, Z11)
	CLEAR4(Z12, Z13, Z14, Z15)
	TILES
put:
	VBROADCASTSS unit+64(FP), Z16
	VMOVUPS (DX), Z17
	VMOVUPS 64(DX), Z18
	PUT(Z0, Z1)
	PUT(Z2, Z3)
	PUT(Z4, Z5)
	PUT(Z6, Z7)
	PUT(Z8, Z9)
	PUT(Z10, Z11)
	PUT(Z12, Z13)
	PUT(Z14, Z15)
done:
	VZEROUPPER
	RET

// func round16(dst *byte, src *float32, n int, ones float32)
TEXT ·round16(SB), NOSPLIT, $0-28
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSS ones+24(FP), Z1
numbers:
	VMULPS (SI), Z1, Z0
	VCVTPS2UDQ Z0, Z0
	VPMOVUSDB Z0, (DI)
	ADDQ $64, SI
	ADDQ $16, DI
	SUBQ $16, CX
	JNE numbers
	VZEROUPPER
	RET

// func byteSums(dst *byte, stride int, src *byte, width int, start *int32, lists int, to *int32, factor int32)
TEXT ·byteSums(SB), NOSPLIT, $0-60
	MOVQ dst+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ src+16(FP), AX
	MOVQ width+24(FP), BX
	MOVQ start+32(FP), R8
	MOVQ lists+40(FP), CX
	MOVQ to+48(FP), R9
	MOVL factor+56(FP), DX
	VPBROADCASTW DX, Z2
list:
	MOVLQSX (R8), R10
	MOVLQSX 4(R8), R11
	ADDQ $4, R8
	LEAQ (R9)(R10*4), R12
	VPXORD Z0, Z0, Z0
	SUBQ R10, R11
	JEQ store
row:
	MOVLQSX (R12), R13
	ADDQ $4, R12
	IMULQ BX, R13
	VPMOVZXBW (AX)(R13*1), Z1
	VPADDW Z1, Z0, Z0
	DECQ R11
	JNE row
store:
	VPMULHRSW Z2, Z0, Z0
	VPMOVUSWB Z0, (DI)
	ADDQ SI, DI
	DECQ CX
	JNE list
	VZEROUPPER
	RET
