import CLibFuzzer
import Glibc
import WireProperties

/// Called with each input. libFuzzer finds it by this name.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try LineProperties.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

var count = CommandLine.argc
var arguments = Optional(CommandLine.unsafeArgv)
exit(LLVMFuzzerRunDriver(&count, &arguments, test))
