import Glibc

/// True if the programs contain a sanitizer, which keeps freed memory, so that process sizes mean
/// nothing, and has large files of its own.
package let isSanitized =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
