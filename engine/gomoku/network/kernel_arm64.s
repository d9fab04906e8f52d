//go:build !purego

#include "textflag.h"

// Instructions that Go's assembler has no names for, by the numbers of the registers, the result last: the larger and the smaller of eight numbers
// each, and the products of the first four of eight or of the last four, set or added.
#define SMAX8(m, n, d) WORD $(0x4e606400 | (m)<<16 | (n)<<5 | (d))
#define SMIN8(m, n, d) WORD $(0x4e606c00 | (m)<<16 | (n)<<5 | (d))
#define SMULL(m, n, d) WORD $(0x0e60c000 | (m)<<16 | (n)<<5 | (d))
#define SMLAL(m, n, d) WORD $(0x0e608000 | (m)<<16 | (n)<<5 | (d))
#define SMLAL2(m, n, d) WORD $(0x4e608000 | (m)<<16 | (n)<<5 | (d))

// CUT sets register d to what is between zero, in V30, and unit, in V31, of n.
#define CUT(n, d) \
	SMAX8(30, n, d); \
	SMIN8(31, d, d)

// LIMITS sets V30 and V31.
#define LIMITS \
	VEOR V30.B16, V30.B16, V30.B16; \
	MOVD $128, R15; \
	VDUP R15, V31.H8

// func advanceVectors(x, sum, rows *int16, list *step, n int)
TEXT ·advanceVectors(SB), NOSPLIT, $0-40
	MOVD x+0(FP), R0
	MOVD sum+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD list+24(FP), R3
	MOVD n+32(FP), R4
	LIMITS
	VLD1 (R1), [V0.H8, V1.H8, V2.H8, V3.H8]
step:
	MOVWU (R3), R5
	MOVWU 4(R3), R6
	MOVWU 8(R3), R7
	ADD $12, R3
	ADD R0, R5
	ADD R2, R6
	ADD R2, R7
	VLD1 (R5), [V4.H8, V5.H8, V6.H8, V7.H8]
	CUT(4, 8)
	CUT(5, 9)
	CUT(6, 10)
	CUT(7, 11)
	VSUB V8.H8, V0.H8, V0.H8
	VSUB V9.H8, V1.H8, V1.H8
	VSUB V10.H8, V2.H8, V2.H8
	VSUB V11.H8, V3.H8, V3.H8
	VLD1 (R6), [V12.H8, V13.H8, V14.H8, V15.H8]
	VSUB V12.H8, V4.H8, V4.H8
	VSUB V13.H8, V5.H8, V5.H8
	VSUB V14.H8, V6.H8, V6.H8
	VSUB V15.H8, V7.H8, V7.H8
	VLD1 (R7), [V16.H8, V17.H8, V18.H8, V19.H8]
	VADD V16.H8, V4.H8, V4.H8
	VADD V17.H8, V5.H8, V5.H8
	VADD V18.H8, V6.H8, V6.H8
	VADD V19.H8, V7.H8, V7.H8
	VST1 [V4.H8, V5.H8, V6.H8, V7.H8], (R5)
	CUT(4, 8)
	CUT(5, 9)
	CUT(6, 10)
	CUT(7, 11)
	VADD V8.H8, V0.H8, V0.H8
	VADD V9.H8, V1.H8, V1.H8
	VADD V10.H8, V2.H8, V2.H8
	VADD V11.H8, V3.H8, V3.H8
	SUBS $1, R4
	BNE step
	VST1 [V0.H8, V1.H8, V2.H8, V3.H8], (R1)
	RET

// func weighVectors(x, weights *int16, at *uint32, out *int32, n int)
TEXT ·weighVectors(SB), NOSPLIT, $0-40
	MOVD x+0(FP), R0
	MOVD weights+8(FP), R1
	MOVD at+16(FP), R2
	MOVD out+24(FP), R3
	MOVD n+32(FP), R4
	LIMITS
	VLD1 (R1), [V0.H8, V1.H8, V2.H8, V3.H8]
point:
	MOVWU.P 4(R2), R5
	ADD R0, R5
	VLD1 (R5), [V4.H8, V5.H8, V6.H8, V7.H8]
	CUT(4, 4)
	CUT(5, 5)
	CUT(6, 6)
	CUT(7, 7)
	SMULL(0, 4, 16)
	SMULL(1, 5, 17)
	SMLAL2(0, 4, 16)
	SMLAL2(1, 5, 17)
	SMLAL(2, 6, 16)
	SMLAL(3, 7, 17)
	SMLAL2(2, 6, 16)
	SMLAL2(3, 7, 17)
	VADD V17.S4, V16.S4, V16.S4
	VADDV V16.S4, V16
	VMOV V16.S[0], R6
	MOVW (R3), R7
	ADD R6, R7
	MOVW.P R7, 4(R3)
	SUBS $1, R4
	BNE point
	RET

// EIGHT adds to eight units, in two registers, what the two numbers in V4 and V5 give by the next 16 weights.
#define EIGHT(low, high) \
	VLD2.P 32(R2), [V6.H8, V7.H8]; \
	SMLAL(4, 6, low); \
	SMLAL2(4, 6, high); \
	SMLAL(5, 7, low); \
	SMLAL2(5, 7, high)

// func hideVectors(pre *int32, sum, weights *int16)
TEXT ·hideVectors(SB), NOSPLIT, $0-24
	MOVD pre+0(FP), R0
	MOVD sum+8(FP), R1
	MOVD weights+16(FP), R2
	ADD $64, R0, R3
	VLD1 (R0), [V16.S4, V17.S4, V18.S4, V19.S4]
	VLD1 (R3), [V20.S4, V21.S4, V22.S4, V23.S4]
	MOVD $16, R4
pair:
	MOVHU.P 2(R1), R5
	MOVHU.P 2(R1), R6
	LSR $4, R5
	LSR $4, R6
	VDUP R5, V4.H8
	VDUP R6, V5.H8
	EIGHT(16, 17)
	EIGHT(18, 19)
	EIGHT(20, 21)
	EIGHT(22, 23)
	SUBS $1, R4
	BNE pair
	VST1 [V16.S4, V17.S4, V18.S4, V19.S4], (R0)
	VST1 [V20.S4, V21.S4, V22.S4, V23.S4], (R3)
	RET
