//go:build !purego

#include "textflag.h"
#include "vectors_arm64.h"

#define ZERO(a) VEOR a.B16, a.B16, a.B16

// SUM8 adds eight numbers from a register on to V0 and V1; SUM24 those 24 that follow to V2 to V7.
#define SUM8(at) \
	VLD1.P 32(at), [V16.S4, V17.S4]; \
	FADD4(16, 0, 0); \
	FADD4(17, 1, 1)
#define SUM24(at) \
	VLD1.P 32(at), [V18.S4, V19.S4]; \
	VLD1 (at), [V20.S4, V21.S4, V22.S4, V23.S4]; \
	FADD4(18, 2, 2); \
	FADD4(19, 3, 3); \
	FADD4(20, 4, 4); \
	FADD4(21, 5, 5); \
	FADD4(22, 6, 6); \
	FADD4(23, 7, 7)
#define CLEAR24 \
	ZERO(V2); \
	ZERO(V3); \
	ZERO(V4); \
	ZERO(V5); \
	ZERO(V6); \
	ZERO(V7)
#define PUT24(at) \
	FMUL4(31, 2, 2); \
	FMUL4(31, 3, 3); \
	FMUL4(31, 4, 4); \
	FMUL4(31, 5, 5); \
	FMUL4(31, 6, 6); \
	FMUL4(31, 7, 7); \
	VST1.P [V2.S4, V3.S4], 32(at); \
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (at)
#define NONE
#define NOTHING(at)

// LISTS sets the sums of each list: of eight columns, and of those that clear, more and store are for.
#define LISTS(list, add, put, clear, more, store) \
list: \
	MOVW (R4), R8; \
	MOVW 4(R4), R9; \
	ADD $4, R4; \
	ADD R8<<2, R6, R10; \
	ZERO(V0); \
	ZERO(V1); \
	clear; \
	SUBS R8, R9; \
	BEQ put; \
add: \
	MOVW.P 4(R10), R11; \
	MADD R3, R2, R11, R12; \
	SUM8(R12); \
	more(R12); \
	SUBS $1, R9; \
	BNE add; \
put: \
	FMUL4(31, 0, 0); \
	FMUL4(31, 1, 1); \
	MOVD R0, R12; \
	VST1.P [V0.S4, V1.S4], 32(R12); \
	store(R12); \
	ADD R1, R0; \
	SUBS $1, R5; \
	BNE list

// func sums(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, columns int)
TEXT ·sums(SB), NOSPLIT, $0-72
	MOVD dst+0(FP), R0
	MOVD stride+8(FP), R1
	MOVD src+16(FP), R2
	MOVD width+24(FP), R3
	MOVD start+32(FP), R4
	MOVD lists+40(FP), R5
	MOVD to+48(FP), R6
	MOVWU scale+56(FP), R7
	VDUP R7, V31.S4
	LSL $2, R1
	LSL $2, R3
	MOVD columns+64(FP), R7
	CMP $32, R7
	BNE list8
	LISTS(list32, add32, put32, CLEAR24, SUM24, PUT24)
	RET
	LISTS(list8, add8, put8, NONE, NOTHING, NOTHING)
	RET

// func sum16(dst *float32, n int, src *float32, at *int32, rows, stride int, scale float32)
TEXT ·sum16(SB), NOSPLIT, $0-52
	MOVD dst+0(FP), R0
	MOVD n+8(FP), R1
	MOVD src+16(FP), R2
	MOVD at+24(FP), R3
	MOVD rows+32(FP), R4
	MOVD stride+40(FP), R5
	MOVWU scale+48(FP), R6
	VDUP R6, V31.S4
	LSL $2, R5
columns:
	MOVD R3, R7
	MOVD R4, R8
	ZERO(V0)
	ZERO(V1)
	ZERO(V2)
	ZERO(V3)
row:
	MOVW.P 4(R7), R9
	MADD R5, R2, R9, R10
	VLD1 (R10), [V16.S4, V17.S4, V18.S4, V19.S4]
	FADD4(16, 0, 0)
	FADD4(17, 1, 1)
	FADD4(18, 2, 2)
	FADD4(19, 3, 3)
	SUBS $1, R8
	BNE row
	VLD1 (R0), [V16.S4, V17.S4, V18.S4, V19.S4]
	FMUL4(31, 0, 0) // rounded before it is added, as in plain Go
	FMUL4(31, 1, 1)
	FMUL4(31, 2, 2)
	FMUL4(31, 3, 3)
	FADD4(16, 0, 0)
	FADD4(17, 1, 1)
	FADD4(18, 2, 2)
	FADD4(19, 3, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	ADD $64, R2
	SUBS $16, R1
	BNE columns
	RET

// func add8(dst, src *float32, n int)
TEXT ·add8(SB), NOSPLIT, $0-24
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD n+16(FP), R2
eight:
	VLD1 (R0), [V0.S4, V1.S4]
	VLD1.P 32(R1), [V2.S4, V3.S4]
	FADD4(2, 0, 0)
	FADD4(3, 1, 1)
	VST1.P [V0.S4, V1.S4], 32(R0)
	SUBS $8, R2
	BNE eight
	RET

// func relu8(dst, src *float32, n int)
TEXT ·relu8(SB), NOSPLIT, $0-24
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R1
	MOVD n+16(FP), R2
	ZERO(V2)
eight:
	VLD1.P 32(R1), [V0.S4, V1.S4]
	FMAX4(2, 0, 0)
	FMAX4(2, 1, 1)
	VST1.P [V0.S4, V1.S4], 32(R0)
	SUBS $8, R2
	BNE eight
	RET

// Those below take 16 columns of all rows, then the next: what is the same for all rows stays in registers. R9 and
// on are where the rows are, R8 how many numbers are left of them.

// func addRow16(dst *float32, n int, row *float32, width int)
TEXT ·addRow16(SB), NOSPLIT, $0-32
	MOVD dst+0(FP), R0
	MOVD n+8(FP), R1
	MOVD row+16(FP), R2
	MOVD width+24(FP), R3
	MOVD R3, R4
	LSL $2, R3, R5
columns:
	VLD1.P 64(R2), [V0.S4, V1.S4, V2.S4, V3.S4]
	MOVD R0, R9
	MOVD R1, R8
row:
	VLD1 (R9), [V4.S4, V5.S4, V6.S4, V7.S4]
	FADD4(4, 0, 4)
	FADD4(5, 1, 5)
	FADD4(6, 2, 6)
	FADD4(7, 3, 7)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R9)
	ADD R5, R9
	SUBS R3, R8
	BNE row
	ADD $64, R0
	SUBS $16, R4
	BNE columns
	RET

// func reluSum16(dst, src *float32, n int, row *float32, width int)
TEXT ·reluSum16(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD src+8(FP), R6
	MOVD n+16(FP), R1
	MOVD row+24(FP), R2
	MOVD width+32(FP), R3
	MOVD R3, R4
	LSL $2, R3, R5
	ZERO(V31)
columns:
	VLD1.P 64(R2), [V0.S4, V1.S4, V2.S4, V3.S4]
	MOVD R0, R9
	MOVD R6, R10
	MOVD R1, R8
row:
	VLD1 (R10), [V4.S4, V5.S4, V6.S4, V7.S4]
	FADD4(4, 0, 4)
	FADD4(5, 1, 5)
	FADD4(6, 2, 6)
	FADD4(7, 3, 7)
	FMAX4(31, 4, 4)
	FMAX4(31, 5, 5)
	FMAX4(31, 6, 6)
	FMAX4(31, 7, 7)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R9)
	ADD R5, R9
	ADD R5, R10
	SUBS R3, R8
	BNE row
	ADD $64, R0
	ADD $64, R6
	SUBS $16, R4
	BNE columns
	RET

// func grow16(x, above, src *float32, n int, row, all *float32, width int)
TEXT ·grow16(SB), NOSPLIT, $0-56
	MOVD x+0(FP), R0
	MOVD above+8(FP), R6
	MOVD src+16(FP), R7
	MOVD n+24(FP), R1
	MOVD row+32(FP), R2
	MOVD all+40(FP), R12
	MOVD width+48(FP), R3
	MOVD R3, R4
	LSL $2, R3, R5
	ZERO(V31)
columns:
	VLD1.P 64(R2), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R12), [V16.S4, V17.S4, V18.S4, V19.S4]
	MOVD R0, R9
	MOVD R6, R10
	MOVD R7, R11
	MOVD R1, R8
row:
	VLD1 (R11), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1 (R9), [V20.S4, V21.S4, V22.S4, V23.S4]
	FADD4(4, 0, 4)
	FADD4(5, 1, 5)
	FADD4(6, 2, 6)
	FADD4(7, 3, 7)
	FADD4(20, 4, 4)
	FADD4(21, 5, 5)
	FADD4(22, 6, 6)
	FADD4(23, 7, 7)
	FADD4(16, 4, 4)
	FADD4(17, 5, 5)
	FADD4(18, 6, 6)
	FADD4(19, 7, 7)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R9)
	FMAX4(31, 4, 4)
	FMAX4(31, 5, 5)
	FMAX4(31, 6, 6)
	FMAX4(31, 7, 7)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R10)
	ADD R5, R9
	ADD R5, R10
	ADD R5, R11
	SUBS R3, R8
	BNE row
	ADD $64, R0
	ADD $64, R6
	ADD $64, R7
	SUBS $16, R4
	BNE columns
	RET

// func pool16(sum, most *float32, width int, rows *float32, n int)
TEXT ·pool16(SB), NOSPLIT, $0-40
	MOVD sum+0(FP), R0
	MOVD most+8(FP), R6
	MOVD width+16(FP), R3
	MOVD rows+24(FP), R7
	MOVD n+32(FP), R1
	MOVD R3, R4
	LSL $2, R3, R5
columns:
	ZERO(V0)
	ZERO(V1)
	ZERO(V2)
	ZERO(V3)
	ZERO(V16)
	ZERO(V17)
	ZERO(V18)
	ZERO(V19)
	MOVD R7, R9
	MOVD R1, R8
row:
	VLD1 (R9), [V4.S4, V5.S4, V6.S4, V7.S4]
	FADD4(4, 0, 0)
	FADD4(5, 1, 1)
	FADD4(6, 2, 2)
	FADD4(7, 3, 3)
	FMAX4(4, 16, 16)
	FMAX4(5, 17, 17)
	FMAX4(6, 18, 18)
	FMAX4(7, 19, 19)
	ADD R5, R9
	SUBS R3, R8
	BNE row
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R0)
	VST1.P [V16.S4, V17.S4, V18.S4, V19.S4], 64(R6)
	ADD $64, R7
	SUBS $16, R4
	BNE columns
	RET

// func addRows16(dst *float32, width int, src *float32, at *int32, rows int)
TEXT ·addRows16(SB), NOSPLIT, $0-40
	MOVD dst+0(FP), R0
	MOVD width+8(FP), R1
	MOVD src+16(FP), R2
	MOVD at+24(FP), R3
	MOVD rows+32(FP), R4
	LSL $2, R1, R5
row:
	MOVW.P 4(R3), R6
	TBNZ $63, R6, next
	MADD R5, R2, R6, R7
	MOVD R0, R9
	MOVD R1, R8
columns:
	VLD1 (R9), [V0.S4, V1.S4, V2.S4, V3.S4]
	VLD1.P 64(R7), [V4.S4, V5.S4, V6.S4, V7.S4]
	FADD4(4, 0, 0)
	FADD4(5, 1, 1)
	FADD4(6, 2, 2)
	FADD4(7, 3, 3)
	VST1.P [V0.S4, V1.S4, V2.S4, V3.S4], 64(R9)
	SUBS $16, R8
	BNE columns
next:
	ADD R5, R0
	SUBS $1, R4
	BNE row
	RET
