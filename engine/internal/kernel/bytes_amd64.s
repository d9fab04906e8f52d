//go:build !purego

#include "textflag.h"

// ROW adds to two sums of each column what four numbers of one row of a give with those of each panel.
#define ROW(numbers, x, y) \
	VPBROADCASTD numbers, Z16; \
	VPDPBUSD Z17, Z16, x; \
	VPDPBUSD Z18, Z16, y

// ROWS1 to ROWS8 do so for so many rows.
#define ROWS1 ROW((AX), Z0, Z1)
#define ROWS2 ROWS1; ROW((AX)(R8*1), Z2, Z3)
#define ROWS3 ROWS2; ROW((AX)(R8*2), Z4, Z5)
#define ROWS4 ROWS3; ROW((AX)(R10*1), Z6, Z7)
#define ROWS5 ROWS4; ROW((AX)(R8*4), Z8, Z9)
#define ROWS6 ROWS5; ROW((AX)(R11*1), Z10, Z11)
#define ROWS7 ROWS6; ROW((AX)(R10*2), Z12, Z13)
#define ROWS8 ROWS7; ROW((AX)(R12*1), Z14, Z15)

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
	LEAQ (R8)(R8*2), R10
	LEAQ (R8)(R8*4), R11
	LEAQ (R10)(R8*4), R12
	CLEAR4(Z0, Z1, Z2, Z3)
	CLEAR4(Z4, Z5, Z6, Z7)
	CLEAR4(Z8, Z9, Z10, Z11)
	CLEAR4(Z12, Z13, Z14, Z15)
	CMPQ R9, $8
	JEQ rows8
	CMPQ R9, $7
	JEQ rows7
	CMPQ R9, $6
	JEQ rows6
	CMPQ R9, $5
	JEQ rows5
	CMPQ R9, $4
	JEQ rows4
	CMPQ R9, $3
	JEQ rows3
	CMPQ R9, $2
	JEQ rows2
	TILE(rows1, ROWS1)
	TILE(rows2, ROWS2)
	TILE(rows3, ROWS3)
	TILE(rows4, ROWS4)
	TILE(rows5, ROWS5)
	TILE(rows6, ROWS6)
	TILE(rows7, ROWS7)
	TILE(rows8, ROWS8)
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
