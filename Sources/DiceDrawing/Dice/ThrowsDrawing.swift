package import DiceModel

/// Draws several throws, stacked.
package struct ThrowsDrawing {
    var drawing: ThrowDrawing

    package init(drawing: ThrowDrawing) {
        self.drawing = drawing
    }

    /// Returns how many of these rows a table's throws may use. If possible, enough rows remain for
    /// the table's dice in boxes.
    package static func share(of rows: Int) -> Int {
        let share = max(rows / 3, min(rows - 6, max(15, rows / 2)))
        if rows < 2 {
            return 0
        }
        return share < 6 ? max(1, share) : share - share % 3
    }

    /// The throws of a table in their slots. Those of one group share a slot.
    package struct Slots {
        /// The throws of each slot, oldest first.
        fileprivate(set) var shown: [Int: [ThrowFrame]] = [:]
        /// The rows of a slot.
        let rows: Int
        /// The newest throws, if they are a list that needs all rows.
        let list: [ThrowFrame]?
        /// The number of rows in use.
        package let height: Int
    }

    /// - Parameters:
    ///   - throws: the throws, oldest first.
    ///   - places: the place of each throw, by its number; throws of one group share one.
    package static func slots(
        _ throws: [ThrowFrame],
        places: [Int: Int],
        in size: Size
    ) -> Slots {
        let count = size.rows < 6 ? max(1, size.rows) : 3
        let each = max(1, size.rows / count)
        let place = { (thrown: ThrowFrame) in places[thrown.number] ?? thrown.number }
        let newest = `throws`.last.map(place)
        let list = `throws`.filter { place($0) == newest }
        if list.count > each {
            let height = ThrowListDrawing.height(list, in: size)
            return Slots(rows: each, list: list, height: height)
        }
        var shown: [Int: [ThrowFrame]] = [:]
        for thrown in `throws` {
            let slot = (place(thrown) % count + count) % count
            if let last = shown[slot]?.last, place(last) == place(thrown) {
                shown[slot]?.append(thrown)
            } else {
                shown[slot] = [thrown]
            }
        }
        let used = shown.keys.max().map { ($0 + 1) * each } ?? 0
        return Slots(
            shown: shown,
            rows: each,
            list: nil,
            height: min(max(0, size.rows), used)
        )
    }

    /// Draws each throw in its own slot, which it keeps until it is the oldest and a new throw
    /// replaces it; no throw ever moves. The throws of one group are a list in one slot, or on all
    /// rows while they are the newest and do not fit in a slot.
    package func inSlots(_ throws: [ThrowFrame], places: [Int: Int], in size: Size) -> CellBuffer {
        let slots = Self.slots(`throws`, places: places, in: size)
        var buffer = CellBuffer(width: max(1, size.columns), height: slots.height)
        if let list = slots.list {
            buffer.place(
                ThrowListDrawing(drawing: drawing).draw(list, in: size),
                row: 0,
                column: 0
            )
            return buffer
        }
        for (slot, thrown) in slots.shown {
            let isNewest = thrown.last?.number == `throws`.last?.number
            let room = Size(columns: size.columns, rows: slots.rows)
            let style: CellStyle = isNewest ? .plain : .faint
            buffer.place(draw(thrown, in: room, style), row: slot * slots.rows, column: 0)
        }
        return buffer
    }

    private func draw(_ throws: [ThrowFrame], in size: Size, _ style: CellStyle) -> CellBuffer {
        guard let first = `throws`.first, `throws`.count == 1 else {
            return ThrowListDrawing(drawing: drawing).draw(`throws`, in: size, style: style)
        }
        return drawing.draw(first, in: size, style: style)
    }

    /// Draws all throws in order, at the largest size at which they all fit; those without space
    /// are omitted.
    package func inOrder(_ throws: [ThrowFrame], in size: Size) -> CellBuffer {
        let room = Size(
            columns: size.columns,
            rows: max(1, size.rows / max(1, `throws`.count))
        )
        let drawn = `throws`.prefix(max(1, size.rows)).map {
            drawing.draw($0, in: room, style: .plain)
        }
        return CellBuffer(
            stacked: drawn,
            width: max(1, size.columns),
            height: max(0, size.rows)
        )
    }
}
