//go:build !purego

#include "textflag.h"
#include "vectors_arm64.h"

#define ZERO(a) VEOR a.B16, a.B16, a.B16

// ROW sets address to that of the row of an index, none where it is below zero.
#define ROW(index, address, none) \
	MADD R3, R2, index, address; \
	CMP $0, index; \
	CSEL LT, none, address, address

// func gaps(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, none *float32)
TEXT ·gaps(SB), NOSPLIT, $0-72
	MOVD dst+0(FP), R0
	MOVD stride+8(FP), R1
	MOVD src+16(FP), R2
	MOVD width+24(FP), R3
	MOVD start+32(FP), R4
	MOVD lists+40(FP), R5
	MOVD to+48(FP), R6
	MOVWU scale+56(FP), R7
	VDUP R7, V31.S4
	MOVD none+64(FP), R7
	LSL $2, R1
	LSL $2, R3
list:
	MOVW (R4), R8
	MOVW 4(R4), R9
	ADD $4, R4
	ADD R8<<3, R6, R10
	ZERO(V0)
	ZERO(V1)
	ZERO(V2)
	ZERO(V3)
	SUBS R8, R9
	BEQ put
pair:
	MOVW.P 4(R10), R11
	MOVW.P 4(R10), R13
	ROW(R11, R12, R7)
	ROW(R13, R14, R7)
	VLD1 (R12), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1 (R14), [V16.S4, V17.S4, V18.S4, V19.S4]
	FABD4(16, 4, 4)
	FABD4(17, 5, 5)
	FABD4(18, 6, 6)
	FABD4(19, 7, 7)
	FADD4(4, 0, 0)
	FADD4(5, 1, 1)
	FADD4(6, 2, 2)
	FADD4(7, 3, 3)
	SUBS $1, R9
	BNE pair
put:
	FMUL4(31, 0, 0)
	FMUL4(31, 1, 1)
	FMUL4(31, 2, 2)
	FMUL4(31, 3, 3)
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	ADD R1, R0
	SUBS $1, R5
	BNE list
	RET
