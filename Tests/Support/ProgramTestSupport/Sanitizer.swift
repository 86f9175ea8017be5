import Glibc

/// Whether a sanitizer is linked into the programs: it keeps freed memory, so that the size of a
/// process says nothing, and has large files of its own.
package let isSanitized =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
