//go:build !purego

#include "textflag.h"
#include "rows8_amd64.h"

// CLEAR12 sets twelve sums to zero.
#define CLEAR12 \
	VXORPS Y0, Y0, Y0; \
	VXORPS Y1, Y1, Y1; \
	VXORPS Y2, Y2, Y2; \
	VXORPS Y3, Y3, Y3; \
	VXORPS Y4, Y4, Y4; \
	VXORPS Y5, Y5, Y5; \
	VXORPS Y6, Y6, Y6; \
	VXORPS Y7, Y7, Y7; \
	VXORPS Y8, Y8, Y8; \
	VXORPS Y9, Y9, Y9; \
	VXORPS Y10, Y10, Y10; \
	VXORPS Y11, Y11, Y11

// STEP adds to the twelve sums what number i of each of six rows, times row i of the panel, gives.
#define STEP(i) \
	VMOVUPS (64*i)(BX), Y12; \
	VMOVUPS (64*i+32)(BX), Y13; \
	VBROADCASTSS (4*i)(AX), Y14; \
	VBROADCASTSS (4*i)(AX)(R8*1), Y15; \
	VFMADD231PS Y12, Y14, Y0; \
	VFMADD231PS Y13, Y14, Y1; \
	VBROADCASTSS (4*i)(AX)(R8*2), Y14; \
	VFMADD231PS Y12, Y15, Y2; \
	VFMADD231PS Y13, Y15, Y3; \
	VBROADCASTSS (4*i)(DX), Y15; \
	VFMADD231PS Y12, Y14, Y4; \
	VFMADD231PS Y13, Y14, Y5; \
	VBROADCASTSS (4*i)(DX)(R8*1), Y14; \
	VFMADD231PS Y12, Y15, Y6; \
	VFMADD231PS Y13, Y15, Y7; \
	VBROADCASTSS (4*i)(DX)(R8*2), Y15; \
	VFMADD231PS Y12, Y14, Y8; \
	VFMADD231PS Y13, Y14, Y9; \
	VFMADD231PS Y12, Y15, Y10; \
	VFMADD231PS Y13, Y15, Y11

// func mulTile(c *float32, n int, a *float32, k int, panel *float32)
TEXT ·mulTile(SB), NOSPLIT, $0-40
	MOVQ c+0(FP), DI
	MOVQ n+8(FP), SI
	MOVQ a+16(FP), AX
	MOVQ k+24(FP), CX
	MOVQ panel+32(FP), BX
	SHLQ $2, SI
	LEAQ (CX*4), R8
	LEAQ (R8)(R8*2), DX
	ADDQ AX, DX // the fourth row
	CLEAR12
	SUBQ $4, CX
	JLT rest
four:
	STEP(0)
	STEP(1)
	STEP(2)
	STEP(3)
	ADDQ $16, AX
	ADDQ $16, DX
	ADDQ $256, BX
	SUBQ $4, CX
	JGE four
rest:
	ADDQ $4, CX
	JEQ done
one:
	STEP(0)
	ADDQ $4, AX
	ADDQ $4, DX
	ADDQ $64, BX
	DECQ CX
	JNE one
done:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ SI, DI
	VMOVUPS Y2, (DI)
	VMOVUPS Y3, 32(DI)
	ADDQ SI, DI
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	ADDQ SI, DI
	VMOVUPS Y6, (DI)
	VMOVUPS Y7, 32(DI)
	ADDQ SI, DI
	VMOVUPS Y8, (DI)
	VMOVUPS Y9, 32(DI)
	ADDQ SI, DI
	VMOVUPS Y10, (DI)
	VMOVUPS Y11, 32(DI)
	VZEROUPPER
	RET

// func mulFlat(c *float32, n int, a *float32, k int, left, right *float32)
TEXT ·mulFlat(SB), NOSPLIT, $0-48
	MOVQ c+0(FP), DI
	MOVQ n+8(FP), SI
	MOVQ a+16(FP), AX
	MOVQ k+24(FP), CX
	MOVQ left+32(FP), BX
	MOVQ right+40(FP), DX
	SHLQ $2, SI
	LEAQ (CX*4), R8
	CLEAR12
flat:
	VBROADCASTSS (AX), Y13
	VBROADCASTSS (AX)(R8*1), Y14
	VBROADCASTSS (AX)(R8*2), Y15
	VMOVUPS (BX), Y12
	VFMADD231PS Y12, Y13, Y0
	VFMADD231PS Y12, Y14, Y4
	VFMADD231PS Y12, Y15, Y8
	VMOVUPS 32(BX), Y12
	VFMADD231PS Y12, Y13, Y1
	VFMADD231PS Y12, Y14, Y5
	VFMADD231PS Y12, Y15, Y9
	VMOVUPS (DX), Y12
	VFMADD231PS Y12, Y13, Y2
	VFMADD231PS Y12, Y14, Y6
	VFMADD231PS Y12, Y15, Y10
	VMOVUPS 32(DX), Y12
	VFMADD231PS Y12, Y13, Y3
	VFMADD231PS Y12, Y14, Y7
	VFMADD231PS Y12, Y15, Y11
	ADDQ $4, AX
	ADDQ $64, BX
	ADDQ $64, DX
	DECQ CX
	JNE flat
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ SI, DI
	VMOVUPS Y4, (DI)
	VMOVUPS Y5, 32(DI)
	VMOVUPS Y6, 64(DI)
	VMOVUPS Y7, 96(DI)
	ADDQ SI, DI
	VMOVUPS Y8, (DI)
	VMOVUPS Y9, 32(DI)
	VMOVUPS Y10, 64(DI)
	VMOVUPS Y11, 96(DI)
	VZEROUPPER
	RET

// ROW adds to two sums what a number of one row of a gives with the row of each panel.
#define ROW(number, x, y) \
	VBROADCASTSS number, Z16; \
	VFMADD231PS Z17, Z16, x; \
	VFMADD231PS Z18, Z16, y

// TILE adds up rows, for as many numbers as each has.
#define TILE(step, rows) \
step: \
	VMOVUPS (BX), Z17; \
	VMOVUPS (BX)(R13*1), Z18; \
	rows; \
	ADDQ $4, AX; \
	ADDQ $64, BX; \
	DECQ CX; \
	JNE step; \
	JMP put

// PUT stores a row, and ends after the last.
#define PUT(x, y) \
	VMOVUPS x, (DI); \
	VMOVUPS y, 64(DI); \
	ADDQ SI, DI; \
	DECQ R9; \
	JEQ done

// func mulPair(c *float32, n int, a *float32, k int, left, right *float32, rows int)
TEXT ·mulPair(SB), NOSPLIT, $0-56
	MOVQ c+0(FP), DI
	MOVQ n+8(FP), SI
	MOVQ a+16(FP), AX
	MOVQ k+24(FP), CX
	MOVQ left+32(FP), BX
	MOVQ right+40(FP), R13
	MOVQ rows+48(FP), R9
	SHLQ $2, SI
	SUBQ BX, R13 // how far the panels are apart
	LEAQ (CX*4), R8 // and one row of a from the next, three, five and seven
	STRIDES
	CLEAR12
	VXORPS Y12, Y12, Y12
	VXORPS Y13, Y13, Y13
	VXORPS Y14, Y14, Y14
	VXORPS Y15, Y15, Y15
	TILES
put:
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
