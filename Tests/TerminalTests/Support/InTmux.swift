import ProgramTestSupport
import Testing

/// One test at a time, since each keeps a terminal busy.
@Suite("in tmux", .needs(.tmux))
enum InTmux {}
