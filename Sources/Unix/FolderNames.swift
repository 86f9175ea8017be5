import Glibc

/// The names in a folder.
public enum FolderNames {
    /// Returns every name except `.` and `..`, in no particular order. Omits names that are not
    /// UTF-8.
    public static func all(in folder: String) throws(SystemError) -> [String] {
        guard let entries = opendir(folder) else { throw SystemError.last }
        defer {
            closedir(entries)
        }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(validatingCString: $0)
                }
            }
            guard let name, name != ".", name != ".." else { continue }
            names.append(name)
        }
        return names
    }
}
