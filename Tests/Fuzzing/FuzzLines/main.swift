import CLibFuzzer
import Glibc
import WireProperties

/// Called with one input after the other. libFuzzer also looks for it by this name.
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
