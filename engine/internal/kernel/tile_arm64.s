//go:build !purego

#include "textflag.h"

#define CLEAR4(a, b, c, d) \
	VEOR a.B16, a.B16, a.B16; \
	VEOR b.B16, b.B16, b.B16; \
	VEOR c.B16, c.B16, c.B16; \
	VEOR d.B16, d.B16, d.B16

// ROW adds to the four sums of a row its next number times the row of the panel, which is in V24 to V27.
#define ROW(at, x, a, b, c, d) \
	VLD1R.P 4(at), [x.S4]; \
	VFMLA V24.S4, x.S4, a.S4; \
	VFMLA V25.S4, x.S4, b.S4; \
	VFMLA V26.S4, x.S4, c.S4; \
	VFMLA V27.S4, x.S4, d.S4

// func mulTile(c *float32, n int, a *float32, k int, panel *float32)
TEXT ·mulTile(SB), NOSPLIT, $0-40
	MOVD c+0(FP), R0
	MOVD n+8(FP), R1
	MOVD a+16(FP), R2
	MOVD k+24(FP), R3
	MOVD panel+32(FP), R4
	LSL $2, R1
	LSL $2, R3, R5
	ADD R5, R2, R6
	ADD R5, R6, R7
	ADD R5, R7, R8
	ADD R5, R8, R9
	ADD R5, R9, R10
	CLEAR4(V0, V1, V2, V3)
	CLEAR4(V4, V5, V6, V7)
	CLEAR4(V8, V9, V10, V11)
	CLEAR4(V12, V13, V14, V15)
	CLEAR4(V16, V17, V18, V19)
	CLEAR4(V20, V21, V22, V23)
number:
	VLD1.P 64(R4), [V24.S4, V25.S4, V26.S4, V27.S4]
	ROW(R2, V28, V0, V1, V2, V3)
	ROW(R6, V29, V4, V5, V6, V7)
	ROW(R7, V30, V8, V9, V10, V11)
	ROW(R8, V31, V12, V13, V14, V15)
	ROW(R9, V28, V16, V17, V18, V19)
	ROW(R10, V29, V20, V21, V22, V23)
	SUBS $1, R3
	BNE number
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	ADD R1, R0
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R0)
	ADD R1, R0
	VST1 [V8.S4, V9.S4, V10.S4, V11.S4], (R0)
	ADD R1, R0
	VST1 [V12.S4, V13.S4, V14.S4, V15.S4], (R0)
	ADD R1, R0
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R0)
	ADD R1, R0
	VST1 [V20.S4, V21.S4, V22.S4, V23.S4], (R0)
	RET

// func mulFlat(c *float32, n int, a *float32, k int, left, right *float32)
TEXT ·mulFlat(SB), NOSPLIT, $0-48
	MOVD c+0(FP), R0
	MOVD n+8(FP), R1
	MOVD left+32(FP), R4
	MOVD right+40(FP), R11
	LSL $2, R1
panel: // the left one, then the right one, which is the last
	MOVD a+16(FP), R2
	MOVD k+24(FP), R3
	LSL $2, R3, R5
	ADD R5, R2, R6
	ADD R5, R6, R7
	CLEAR4(V0, V1, V2, V3)
	CLEAR4(V4, V5, V6, V7)
	CLEAR4(V8, V9, V10, V11)
number:
	VLD1.P 64(R4), [V24.S4, V25.S4, V26.S4, V27.S4]
	ROW(R2, V28, V0, V1, V2, V3)
	ROW(R6, V29, V4, V5, V6, V7)
	ROW(R7, V30, V8, V9, V10, V11)
	SUBS $1, R3
	BNE number
	ADD R1, R0, R8
	ADD R1, R8, R9
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	VST1 [V4.S4, V5.S4, V6.S4, V7.S4], (R8)
	VST1 [V8.S4, V9.S4, V10.S4, V11.S4], (R9)
	ADD $64, R0
	MOVD R11, R4
	MOVD $0, R11
	CBNZ R4, panel
	RET

// func mulRow16(c, a *float32, k int, panel *float32)
TEXT ·mulRow16(SB), NOSPLIT, $0-32
	MOVD c+0(FP), R0
	MOVD a+8(FP), R2
	MOVD k+16(FP), R3
	MOVD panel+24(FP), R4
	CLEAR4(V0, V1, V2, V3)
number:
	VLD1.P 64(R4), [V24.S4, V25.S4, V26.S4, V27.S4]
	ROW(R2, V28, V0, V1, V2, V3)
	SUBS $1, R3
	BNE number
	VST1 [V0.S4, V1.S4, V2.S4, V3.S4], (R0)
	RET
