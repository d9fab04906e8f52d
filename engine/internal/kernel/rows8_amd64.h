// Products of one to eight rows of a, from AX on and R8 bytes apart, and two panels, from BX on and R13 farther. Who includes
// this says by ROW what a step makes of one row, and by TILE how the steps of so many rows follow each other.

// ROWS1 to ROWS8 do so for so many rows.
#define ROWS1 ROW((AX), Z0, Z1)
#define ROWS2 ROWS1; ROW((AX)(R8*1), Z2, Z3)
#define ROWS3 ROWS2; ROW((AX)(R8*2), Z4, Z5)
#define ROWS4 ROWS3; ROW((AX)(R10*1), Z6, Z7)
#define ROWS5 ROWS4; ROW((AX)(R8*4), Z8, Z9)
#define ROWS6 ROWS5; ROW((AX)(R11*1), Z10, Z11)
#define ROWS7 ROWS6; ROW((AX)(R10*2), Z12, Z13)
#define ROWS8 ROWS7; ROW((AX)(R12*1), Z14, Z15)

// STRIDES sets how far the fourth, sixth and eighth row are from the first.
#define STRIDES \
	LEAQ (R8)(R8*2), R10; \
	LEAQ (R8)(R8*4), R11; \
	LEAQ (R10)(R8*4), R12

// TILES goes to the tile of R9 rows.
#define TILES \
	CMPQ R9, $8; \
	JEQ rows8; \
	CMPQ R9, $7; \
	JEQ rows7; \
	CMPQ R9, $6; \
	JEQ rows6; \
	CMPQ R9, $5; \
	JEQ rows5; \
	CMPQ R9, $4; \
	JEQ rows4; \
	CMPQ R9, $3; \
	JEQ rows3; \
	CMPQ R9, $2; \
	JEQ rows2; \
	TILE(rows1, ROWS1); \
	TILE(rows2, ROWS2); \
	TILE(rows3, ROWS3); \
	TILE(rows4, ROWS4); \
	TILE(rows5, ROWS5); \
	TILE(rows6, ROWS6); \
	TILE(rows7, ROWS7); \
	TILE(rows8, ROWS8)
