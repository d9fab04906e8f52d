//go:build !purego

#include "textflag.h"

// TIMES adds to a sum the numbers of a row of b, in Z16, times that at off(AX).
#define TIMES(off, x) VFMADD231PS.BCST off(AX), Z16, x

#define LOAD(x) \
	VMOVUPS (DI), x; \
	ADDQ DX, DI

#define STORE(x) \
	VMOVUPS x, (DI); \
	ADDQ DX, DI

#define EACH4(of) \
	of(Z0); \
	of(Z1); \
	of(Z2); \
	of(Z3)

#define EACH16(of) \
	EACH4(of); \
	of(Z4); \
	of(Z5); \
	of(Z6); \
	of(Z7); \
	of(Z8); \
	of(Z9); \
	of(Z10); \
	of(Z11); \
	of(Z12); \
	of(Z13); \
	of(Z14); \
	of(Z15)

#define TIMES4 \
	TIMES(0, Z0); \
	TIMES(4, Z1); \
	TIMES(8, Z2); \
	TIMES(12, Z3)

// func outer(c, a *float32, from int, b *float32, to, rows, lines int)
TEXT ·outer(SB), NOSPLIT, $0-56
	MOVQ c+0(FP), DI
	MOVQ a+8(FP), AX
	MOVQ from+16(FP), SI
	MOVQ b+24(FP), BX
	MOVQ to+32(FP), DX
	MOVQ rows+40(FP), CX
	SHLQ $2, SI
	SHLQ $2, DX
	MOVQ DI, R8
	CMPQ lines+48(FP), $16
	JNE few
	EACH16(LOAD)
row16:
	VMOVUPS (BX), Z16
	TIMES4
	TIMES(16, Z4)
	TIMES(20, Z5)
	TIMES(24, Z6)
	TIMES(28, Z7)
	TIMES(32, Z8)
	TIMES(36, Z9)
	TIMES(40, Z10)
	TIMES(44, Z11)
	TIMES(48, Z12)
	TIMES(52, Z13)
	TIMES(56, Z14)
	TIMES(60, Z15)
	ADDQ SI, AX
	ADDQ DX, BX
	DECQ CX
	JNE row16
	MOVQ R8, DI
	EACH16(STORE)
	VZEROUPPER
	RET
few:
	EACH4(LOAD)
row4:
	VMOVUPS (BX), Z16
	TIMES4
	ADDQ SI, AX
	ADDQ DX, BX
	DECQ CX
	JNE row4
	MOVQ R8, DI
	EACH4(STORE)
	VZEROUPPER
	RET

// func mask8(d, rows *float32, n int)
TEXT ·mask8(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ rows+8(FP), SI
	MOVQ n+16(FP), CX
	VXORPS Y1, Y1, Y1
eight:
	VMOVUPS (SI), Y0
	VCMPPS $0x1E, Y1, Y0, Y0 // above zero
	VANDPS (DI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $8, CX
	JNE eight
	VZEROUPPER
	RET
