#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs the fuzzer with the options of the command line. The library's own `main` cannot be used,
// because SwiftPM requires another one.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
