import Testing

/// One after the other: each has a terminal's work to do.
@Suite("in tmux", .enabled(if: Programs.hasTmux))
enum InTmux {}
