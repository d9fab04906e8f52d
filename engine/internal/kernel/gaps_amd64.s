//go:build !purego

#include "textflag.h"

// ROW makes index, times width in BX, the address of a row from base on; that in none, where it is below zero.
#define ROW(index, base, none) \
	IMULQ BX, index; \
	TESTQ index, index; \
	LEAQ (base)(index*1), index; \
	CMOVQLT none, index

// func gaps(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32, none *float32)
TEXT ·gaps(SB), NOSPLIT, $0-72
	MOVQ dst+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ src+16(FP), AX
	MOVQ width+24(FP), BX
	MOVQ start+32(FP), R8
	MOVQ lists+40(FP), CX
	MOVQ to+48(FP), R9
	VBROADCASTSS scale+56(FP), Y7
	MOVQ none+64(FP), DX
	SHLQ $2, SI
	SHLQ $2, BX
	VPCMPEQD Y6, Y6, Y6
	VPSRLD $1, Y6, Y6 // all bits but the sign
list:
	MOVLQSX (R8), R10
	MOVLQSX 4(R8), R11
	ADDQ $4, R8
	LEAQ (R9)(R10*8), R12
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	SUBQ R10, R11
	JEQ put
pair:
	MOVLQSX (R12), R13
	MOVLQSX 4(R12), R10
	ADDQ $8, R12
	ROW(R13, AX, DX)
	ROW(R10, AX, DX)
	VMOVUPS (R13), Y2
	VMOVUPS 32(R13), Y3
	VSUBPS (R10), Y2, Y2
	VSUBPS 32(R10), Y3, Y3
	VANDPS Y6, Y2, Y2
	VANDPS Y6, Y3, Y3
	VADDPS Y2, Y0, Y0
	VADDPS Y3, Y1, Y1
	DECQ R11
	JNE pair
put:
	VMULPS Y7, Y0, Y0
	VMULPS Y7, Y1, Y1
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ SI, DI
	DECQ CX
	JNE list
	VZEROUPPER
	RET

// ASK adds to the eight numbers at off of the rows at to1 and to2 what v asks of those at from1 and from2: with its sign, where the first is
// larger, and with the other, where it is smaller.
#define ASK(off, v, from1, from2, to1, to2) \
	VMOVUPS off(from1), Y2; \
	VMOVUPS off(from2), Y3; \
	VCMPPS $0x0E, Y3, Y2, Y4; \
	VCMPPS $0x01, Y3, Y2, Y5; \
	VANDPS v, Y4, Y4; \
	VANDPS v, Y5, Y5; \
	VSUBPS Y5, Y4, Y4; \
	VMOVUPS off(to1), Y2; \
	VADDPS Y4, Y2, Y2; \
	VMOVUPS Y2, off(to1); \
	VMOVUPS off(to2), Y3; \
	VSUBPS Y4, Y3, Y3; \
	VMOVUPS Y3, off(to2)

// func backGaps(dst, src *float32, width int, ask *float32, stride int, start *int32, lists int, to *int32, scale float32, none, away *float32)
TEXT ·backGaps(SB), NOSPLIT, $8-88
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), AX
	MOVQ width+16(FP), BX
	MOVQ ask+24(FP), SI
	MOVQ start+40(FP), R8
	MOVQ to+56(FP), R9
	VBROADCASTSS scale+64(FP), Y7
	SHLQ $2, BX
	MOVQ lists+48(FP), CX
	MOVQ CX, left-8(SP)
list:
	MOVLQSX (R8), R10
	MOVLQSX 4(R8), R11
	ADDQ $4, R8
	LEAQ (R9)(R10*8), R12
	VMULPS (SI), Y7, Y0
	VMULPS 32(SI), Y7, Y1
	SUBQ R10, R11
	JEQ next
pair:
	MOVLQSX (R12), R13
	MOVLQSX 4(R12), R10
	ADDQ $8, R12
	MOVQ R13, CX
	MOVQ away+80(FP), DX
	ROW(CX, DI, DX)
	MOVQ none+72(FP), DX
	ROW(R13, AX, DX)
	MOVQ R10, DX
	IMULQ BX, DX
	TESTQ DX, DX
	LEAQ (DI)(DX*1), DX
	CMOVQLT away+80(FP), DX
	IMULQ BX, R10
	TESTQ R10, R10
	LEAQ (AX)(R10*1), R10
	CMOVQLT none+72(FP), R10
	ASK(0, Y0, R13, R10, CX, DX)
	ASK(32, Y1, R13, R10, CX, DX)
	DECQ R11
	JNE pair
next:
	MOVQ stride+32(FP), R10
	LEAQ (SI)(R10*4), SI
	DECQ left-8(SP)
	JNE list
	VZEROUPPER
	RET

// func byteGaps(dst *byte, stride int, src *byte, width int, start *int32, lists int, to *int32, factor int32, none *byte)
TEXT ·byteGaps(SB), NOSPLIT, $0-72
	MOVQ dst+0(FP), DI
	MOVQ stride+8(FP), SI
	MOVQ src+16(FP), AX
	MOVQ width+24(FP), BX
	MOVQ start+32(FP), R8
	MOVQ lists+40(FP), CX
	MOVQ to+48(FP), R9
	MOVL factor+56(FP), DX
	VPBROADCASTW DX, Z2
	MOVQ none+64(FP), DX
list:
	MOVLQSX (R8), R10
	MOVLQSX 4(R8), R11
	ADDQ $4, R8
	LEAQ (R9)(R10*8), R12
	VPXORD Z0, Z0, Z0
	SUBQ R10, R11
	JEQ store
pair:
	MOVLQSX (R12), R13
	MOVLQSX 4(R12), R10
	ADDQ $8, R12
	ROW(R13, AX, DX)
	ROW(R10, AX, DX)
	VMOVDQU (R13), Y1
	VMOVDQU (R10), Y3
	VPSUBUSB Y3, Y1, Y4
	VPSUBUSB Y1, Y3, Y5
	VPOR Y4, Y5, Y4
	VPMOVZXBW Y4, Z1
	VPADDW Z1, Z0, Z0
	DECQ R11
	JNE pair
store:
	VPMULHRSW Z2, Z0, Z0
	VPMOVUSWB Z0, (DI)
	ADDQ SI, DI
	DECQ CX
	JNE list
	VZEROUPPER
	RET
