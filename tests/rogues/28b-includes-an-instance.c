// Includes a hidden instance in its program.
// expected: build-failed
#include <stdio.h>
__asm__(".section .rodata\n.globl stolen\nstolen: .incbin \"@WORLD@/grids/swap.txt\"\n.previous");
extern const char stolen[];

int main(void) { puts(stolen); }
