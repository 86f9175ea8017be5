internal import Glibc

/// The name of this machine.
public enum HostName {
    /// Nil where it has none, or one that is no UTF-8.
    public static var current: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return name.isEmpty ? nil : String(validating: name, as: UTF8.self)
    }
}
