// A trampoline for each of FFmpeg's functions, under the function's own name. It jumps to the table's entry and leaves
// the caller's arguments untouched. The names are hidden, so that calls between the libraries don't come here.
//
// The table's entries point at `first` until the libraries are open. `first` gets the address of its entry in a
// register that passes no argument, opens the libraries and jumps again. libavfilter's functions have another table.

    .data
    .balign 8
    .hidden oriel_ffmpeg_functions
    .globl oriel_ffmpeg_functions
oriel_ffmpeg_functions:
    .text

#if defined(__x86_64__)

.macro trampoline name
    .pushsection .data
.Lentry_\name:
    .quad .Lfirst
    .popsection
    .hidden \name
    .globl \name
    .type \name, %function
\name:
    leaq .Lentry_\name(%rip), %r11
    jmp *(%r11)
    .size \name, . - \name
.endm

    .type .Lfirst, %function
.Lfirst:
    .cfi_startproc
    pushq %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    // Saves the arguments, the number of vector registers of a variadic call (rax), and the entry.
    subq $192, %rsp
    movq %rdi, 0(%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movq %rax, 48(%rsp)
    movq %r11, 56(%rsp)
    movaps %xmm0, 64(%rsp)
    movaps %xmm1, 80(%rsp)
    movaps %xmm2, 96(%rsp)
    movaps %xmm3, 112(%rsp)
    movaps %xmm4, 128(%rsp)
    movaps %xmm5, 144(%rsp)
    movaps %xmm6, 160(%rsp)
    movaps %xmm7, 176(%rsp)
    movq %r11, %rdi
    call oriel_ffmpeg_require
    movq 0(%rsp), %rdi
    movq 8(%rsp), %rsi
    movq 16(%rsp), %rdx
    movq 24(%rsp), %rcx
    movq 32(%rsp), %r8
    movq 40(%rsp), %r9
    movq 48(%rsp), %rax
    movq 56(%rsp), %r11
    movaps 64(%rsp), %xmm0
    movaps 80(%rsp), %xmm1
    movaps 96(%rsp), %xmm2
    movaps 112(%rsp), %xmm3
    movaps 128(%rsp), %xmm4
    movaps 144(%rsp), %xmm5
    movaps 160(%rsp), %xmm6
    movaps 176(%rsp), %xmm7
    leave
    .cfi_def_cfa %rsp, 8
    jmp *(%r11)
    .cfi_endproc

#elif defined(__aarch64__)

.macro trampoline name
    .pushsection .data
.Lentry_\name:
    .quad .Lfirst
    .popsection
    .hidden \name
    .globl \name
    .type \name, %function
\name:
    adrp x17, .Lentry_\name
    add x17, x17, :lo12:.Lentry_\name
    ldr x16, [x17]
    br x16
    .size \name, . - \name
.endm

    .type .Lfirst, %function
.Lfirst:
    .cfi_startproc
    stp x29, x30, [sp, -16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    .cfi_def_cfa_register x29
    // Saves the arguments, the address of a returned struct (x8), and the entry.
    sub sp, sp, 208
    stp x0, x1, [sp]
    stp x2, x3, [sp, 16]
    stp x4, x5, [sp, 32]
    stp x6, x7, [sp, 48]
    stp x8, x17, [sp, 64]
    stp q0, q1, [sp, 80]
    stp q2, q3, [sp, 112]
    stp q4, q5, [sp, 144]
    stp q6, q7, [sp, 176]
    mov x0, x17
    bl oriel_ffmpeg_require
    ldp x0, x1, [sp]
    ldp x2, x3, [sp, 16]
    ldp x4, x5, [sp, 32]
    ldp x6, x7, [sp, 48]
    ldp x8, x17, [sp, 64]
    ldp q0, q1, [sp, 80]
    ldp q2, q3, [sp, 112]
    ldp q4, q5, [sp, 144]
    ldp q6, q7, [sp, 176]
    mov sp, x29
    ldp x29, x30, [sp], 16
    .cfi_def_cfa sp, 0
    .cfi_restore x29
    .cfi_restore x30
    ldr x16, [x17]
    br x16
    .cfi_endproc

#else
#error "Trampolines for this processor are missing: x86-64 and AArch64 have some."
#endif

#define FUNCTION(name) trampoline name
#include "functions.h"

    .data
    .balign 8
    .hidden oriel_avfilter_functions
    .globl oriel_avfilter_functions
oriel_avfilter_functions:
    .text

#define FUNCTION(name) trampoline name
#include "filters.h"

    .section .note.GNU-stack, "", %progbits
