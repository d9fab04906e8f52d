//go:build !purego

#include "textflag.h"

// func mulRow16(c, a *float32, k int, panel *float32)
TEXT ·mulRow16(SB), NOSPLIT, $0-32
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), AX
	MOVQ k+16(FP), CX
	MOVQ panel+24(FP), BX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
row:
	VBROADCASTSS (AX), Y2
	VFMADD231PS (BX), Y2, Y0
	VFMADD231PS 32(BX), Y2, Y1
	ADDQ $4, AX
	ADDQ $64, BX
	DECQ CX
	JNE row
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VZEROUPPER
	RET

// Those for 32 columns, four sums, since each waits for the one before; and for eight.
#define CLEAR32 \
	VXORPS Y1, Y1, Y1; \
	VXORPS Y2, Y2, Y2; \
	VXORPS Y3, Y3, Y3
#define ADD32 \
	VADDPS 32(AX)(R13*1), Y1, Y1; \
	VADDPS 64(AX)(R13*1), Y2, Y2; \
	VADDPS 96(AX)(R13*1), Y3, Y3
#define PUT32 \
	VMULPS Y4, Y1, Y1; \
	VMULPS Y4, Y2, Y2; \
	VMULPS Y4, Y3, Y3; \
	VMOVUPS Y1, 32(DI); \
	VMOVUPS Y2, 64(DI); \
	VMOVUPS Y3, 96(DI)
#define NONE

// LISTS sets the sums of each list: of eight columns, and of those that clear, more and store are for.
#define LISTS(list, add, put, clear, more, store) \
list: \
	MOVLQSX (R8), R10; \
	MOVLQSX 4(R8), R11; \
	ADDQ $4, R8; \
	LEAQ (R9)(R10*4), R12; \
	VXORPS Y0, Y0, Y0; \
	clear; \
	SUBQ R10, R11; \
	JEQ put; \
add: \
	MOVLQSX (R12), R13; \
	ADDQ $4, R12; \
	IMULQ BX, R13; \
	VADDPS (AX)(R13*1), Y0, Y0; \
	more; \
	DECQ R11; \
	JNE add; \
put: \
	VMULPS Y4, Y0, Y0; \
	VMOVUPS Y0, (DI); \
	store; \
	ADDQ SI, DI; \
	DECQ CX; \
	JNE list

// func sums(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, columns int)
TEXT ·sums(SB), NOSPLIT, $0-72
	MOVQ dst+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ src+16(FP), AX
	MOVQ width+24(FP), BX
	MOVQ start+32(FP), R8
	MOVQ lists+40(FP), CX
	MOVQ to+48(FP), R9
	VBROADCASTSS scale+56(FP), Y4
	SHLQ $2, SI
	SHLQ $2, BX
	CMPQ columns+64(FP), $32
	JNE list8
	LISTS(list32, add32, put32, CLEAR32, ADD32, PUT32)
	VZEROUPPER
	RET
	LISTS(list8, add8, put8, NONE, NONE, NONE)
	VZEROUPPER
	RET

// func sum16(dst *float32, n int, src *float32, at *int32, rows, stride int, scale float32)
TEXT ·sum16(SB), NOSPLIT, $0-52
	MOVQ dst+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ src+16(FP), AX
	MOVQ at+24(FP), R8
	MOVQ rows+32(FP), R9
	MOVQ stride+40(FP), BX
	VBROADCASTSS scale+48(FP), Y4
	SHLQ $2, BX
columns:
	MOVQ R8, R10
	MOVQ R9, R11
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
row:
	MOVLQSX (R10), R12
	ADDQ $4, R10
	IMULQ BX, R12
	VADDPS (AX)(R12*1), Y0, Y0
	VADDPS 32(AX)(R12*1), Y1, Y1
	DECQ R11
	JNE row
	VMULPS Y4, Y0, Y0 // rounded before it is added, as in plain Go
	VMULPS Y4, Y1, Y1
	VADDPS (DI), Y0, Y0
	VADDPS 32(DI), Y1, Y1
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ $64, DI
	ADDQ $64, AX
	SUBQ $16, CX
	JNE columns
	VZEROUPPER
	RET

// func add8(dst, src *float32, n int)
TEXT ·add8(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
eight:
	VMOVUPS (DI), Y0
	VADDPS (SI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $8, CX
	JNE eight
	VZEROUPPER
	RET

// func relu8(dst, src *float32, n int)
TEXT ·relu8(SB), NOSPLIT, $0-24
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	VXORPS Y1, Y1, Y1
eight:
	VMAXPS (SI), Y1, Y0 // of a NaN and zero the NaN, which is the second
	VMOVUPS Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $8, CX
	JNE eight
	VZEROUPPER
	RET

// Those below take 16 columns of all rows, then the next: what is the same for all rows stays in registers. R10 is
// how far a row is from the first.

// func addRow16(dst *float32, n int, row *float32, width int)
TEXT ·addRow16(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ row+16(FP), AX
	MOVQ width+24(FP), DX
	SHLQ $2, CX
	LEAQ (DX*4), BX
columns:
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	XORQ R10, R10
row:
	VADDPS (DI)(R10*1), Y0, Y2
	VADDPS 32(DI)(R10*1), Y1, Y3
	VMOVUPS Y2, (DI)(R10*1)
	VMOVUPS Y3, 32(DI)(R10*1)
	ADDQ BX, R10
	CMPQ R10, CX
	JNE row
	ADDQ $64, AX
	ADDQ $64, DI
	SUBQ $16, DX
	JNE columns
	VZEROUPPER
	RET

// func reluSum16(dst, src *float32, n int, row *float32, width int)
TEXT ·reluSum16(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ row+24(FP), AX
	MOVQ width+32(FP), DX
	SHLQ $2, CX
	LEAQ (DX*4), BX
	VXORPS Y4, Y4, Y4
columns:
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	XORQ R10, R10
row:
	VADDPS (SI)(R10*1), Y0, Y2
	VADDPS 32(SI)(R10*1), Y1, Y3
	VMAXPS Y2, Y4, Y2
	VMAXPS Y3, Y4, Y3
	VMOVUPS Y2, (DI)(R10*1)
	VMOVUPS Y3, 32(DI)(R10*1)
	ADDQ BX, R10
	CMPQ R10, CX
	JNE row
	ADDQ $64, AX
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $16, DX
	JNE columns
	VZEROUPPER
	RET

// func grow16(x, above, src *float32, n int, row, all *float32, width int)
TEXT ·grow16(SB), NOSPLIT, $0-56
	MOVQ x+0(FP), DI
	MOVQ above+8(FP), R8
	MOVQ src+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ row+32(FP), AX
	MOVQ all+40(FP), R9
	MOVQ width+48(FP), DX
	SHLQ $2, CX
	LEAQ (DX*4), BX
	VXORPS Y6, Y6, Y6
columns:
	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVUPS (R9), Y2
	VMOVUPS 32(R9), Y3
	XORQ R10, R10
row:
	VADDPS (SI)(R10*1), Y0, Y4
	VADDPS 32(SI)(R10*1), Y1, Y5
	VADDPS (DI)(R10*1), Y4, Y4
	VADDPS 32(DI)(R10*1), Y5, Y5
	VADDPS Y2, Y4, Y4
	VADDPS Y3, Y5, Y5
	VMOVUPS Y4, (DI)(R10*1)
	VMOVUPS Y5, 32(DI)(R10*1)
	VMAXPS Y4, Y6, Y4
	VMAXPS Y5, Y6, Y5
	VMOVUPS Y4, (R8)(R10*1)
	VMOVUPS Y5, 32(R8)(R10*1)
	ADDQ BX, R10
	CMPQ R10, CX
	JNE row
	ADDQ $64, AX
	ADDQ $64, R9
	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $64, R8
	SUBQ $16, DX
	JNE columns
	VZEROUPPER
	RET

// func pool16(sum, most *float32, width int, rows *float32, n int)
TEXT ·pool16(SB), NOSPLIT, $0-40
	MOVQ sum+0(FP), DI
	MOVQ most+8(FP), R8
	MOVQ width+16(FP), DX
	MOVQ rows+24(FP), SI
	MOVQ n+32(FP), CX
	SHLQ $2, CX
	LEAQ (DX*4), BX
columns:
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	XORQ R10, R10
row:
	VMOVUPS (SI)(R10*1), Y4
	VMOVUPS 32(SI)(R10*1), Y5
	VADDPS Y4, Y0, Y0
	VADDPS Y5, Y1, Y1
	VMAXPS Y4, Y2, Y2
	VMAXPS Y5, Y3, Y3
	ADDQ BX, R10
	CMPQ R10, CX
	JNE row
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, (R8)
	VMOVUPS Y3, 32(R8)
	ADDQ $64, SI
	ADDQ $64, DI
	ADDQ $64, R8
	SUBQ $16, DX
	JNE columns
	VZEROUPPER
	RET

// func addRows16(dst *float32, width int, src *float32, at *int32, rows int)
TEXT ·addRows16(SB), NOSPLIT, $0-40
	MOVQ dst+0(FP), DI
	MOVQ width+8(FP), BX
	MOVQ src+16(FP), SI
	MOVQ at+24(FP), AX
	MOVQ rows+32(FP), CX
	SHLQ $2, BX
row:
	MOVLQSX (AX), R9
	ADDQ $4, AX
	TESTQ R9, R9
	JLT next
	IMULQ BX, R9
	ADDQ SI, R9
	XORQ R10, R10
columns:
	VMOVUPS (DI)(R10*1), Y0
	VMOVUPS 32(DI)(R10*1), Y1
	VADDPS (R9)(R10*1), Y0, Y0
	VADDPS 32(R9)(R10*1), Y1, Y1
	VMOVUPS Y0, (DI)(R10*1)
	VMOVUPS Y1, 32(DI)(R10*1)
	ADDQ $64, R10
	CMPQ R10, BX
	JNE columns
next:
	ADDQ BX, DI
	DECQ CX
	JNE row
	VZEROUPPER
	RET
