internal import Glibc

/// What the system says about an `errno`.
func systemMessage(_ code: Int32) -> String {
    String(cString: strerror(code))
}
