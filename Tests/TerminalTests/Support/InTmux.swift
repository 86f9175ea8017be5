import ProgramTestSupport
import Testing

/// One after the other: each has a terminal's work to do.
@Suite("in tmux", .needs(.tmux))
enum InTmux {}
