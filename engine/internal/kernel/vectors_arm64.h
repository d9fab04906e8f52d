// Instructions on vectors of four that Go's assembler has no names for. Like its own they name the second operand first and the
// result last, by the numbers of the registers.

#define FADD4(m, n, d) WORD $(0x4e20d400 | (m)<<16 | (n)<<5 | (d))
#define FMUL4(m, n, d) WORD $(0x6e20dc00 | (m)<<16 | (n)<<5 | (d))
#define FMAX4(m, n, d) WORD $(0x4e20f400 | (m)<<16 | (n)<<5 | (d))
#define FABD4(m, n, d) WORD $(0x6ea0d400 | (m)<<16 | (n)<<5 | (d))
