#pragma once
#include <stddef.h>
#include <stdint.h>

// Runs the fuzzer with the options of the command line. The library's own main is out of reach: SwiftPM names another.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
