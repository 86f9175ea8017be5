import CLinux

/// The processors used by the client and by the servers: one processor for each if there are at
/// least two.
struct Processors {
    let client: Int?
    let server: Int?
    private let all: processor_set

    init() {
        var set = processor_set()
        let numbers = get_affinity(&set) > 0 ? Self.numbers(in: set) : []
        all = set
        client = numbers.count > 1 ? numbers.last : nil
        server = numbers.count > 1 ? numbers.first : nil
    }

    /// Pins this thread, and the programs that it starts, to the client's processor.
    func pinClient() {
        run(on: client)
    }

    /// Runs programs started by `body` on the servers' processor.
    func startingServers<Value>(_ body: () throws -> Value) rethrows -> Value {
        run(on: server)
        defer {
            pinClient()
        }
        return try body()
    }

    /// Runs programs started by `body` on any processor.
    func unpinned<Value>(_ body: () throws -> Value) rethrows -> Value {
        run(on: nil)
        defer {
            pinClient()
        }
        return try body()
    }

    private func run(on processor: Int?) {
        var set = all
        if let processor {
            set = processor_set()
            withUnsafeMutableBytes(of: &set) {
                $0[processor / 8] |= 1 << UInt8(processor % 8)
            }
        }
        _ = set_affinity(&set)
    }

    private static func numbers(in set: processor_set) -> [Int] {
        withUnsafeBytes(of: set) { bytes in
            (0..<bytes.count * 8).filter { bytes[$0 / 8] & 1 << UInt8($0 % 8) != 0 }
        }
    }
}
