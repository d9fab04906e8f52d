//go:build goexperiment.simd && amd64

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

// func sums32(dst *float32, stride int, src *float32, width int, start *int32, lists int, to *int32, scale float32)
TEXT ·sums32(SB), NOSPLIT, $0-60
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
list:
	MOVLQSX (R8), R10
	MOVLQSX 4(R8), R11
	ADDQ $4, R8
	LEAQ (R9)(R10*4), R12
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
	VXORPS Y2, Y2, Y2
	VXORPS Y3, Y3, Y3
	SUBQ R10, R11
	JEQ put
add:
	MOVLQSX (R12), R13
	ADDQ $4, R12
	IMULQ BX, R13
	VADDPS (AX)(R13*1), Y0, Y0
	VADDPS 32(AX)(R13*1), Y1, Y1
	VADDPS 64(AX)(R13*1), Y2, Y2
	VADDPS 96(AX)(R13*1), Y3, Y3
	DECQ R11
	JNE add
put:
	VMULPS Y4, Y0, Y0
	VMULPS Y4, Y1, Y1
	VMULPS Y4, Y2, Y2
	VMULPS Y4, Y3, Y3
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	ADDQ SI, DI
	DECQ CX
	JNE list
	VZEROUPPER
	RET
