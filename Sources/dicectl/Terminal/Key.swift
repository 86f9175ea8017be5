/// What a person does at the terminal: a key pressed, the mouse clicked.
enum Key: Hashable {
    case character(Character)
    /// Text was pasted, whatever it says.
    case paste
    /// Removes the character before the cursor, or the one under it.
    case backspace, delete
    /// Removes what stands before the cursor: all of it (Ctrl-U), or a word (Ctrl-W).
    case removeLine, removeWord
    case enter, escape, tab, backTab, up, down, left, right, pageUp, pageDown, home, end
    /// The left button went down here, counted from 0.
    case click(row: Int, column: Int)
    /// The wheel turned by this many notches, down being positive.
    case wheel(Int)
}
