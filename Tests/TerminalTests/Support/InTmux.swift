import Testing

/// One after the other: each has a terminal's work to do, and others in this process have their eyes on the clock.
@Suite("in tmux", .serialized, .enabled(if: Programs.hasTmux))
enum InTmux {}
