/// The announcements of rolls, which `dicectl` and the page share.
package enum SpokenRolls {
    /// The params of a `rollSettled` event, and its announcement.
    package static let samples: [(event: String, text: String)] = [
        (event(#""outcome":"completed""#), "ann rolled 4, 6 locked. Total 10."),
        (
            event(#""outcome":"cancelled","reason":"disconnected""#),
            "ann rolled 4, 6 locked (cut short: disconnected). Total 10."
        ),
        (
            event(#""outcome":"void","reason":"serverStopping""#),
            "ann's roll is void: the daemon was stopping; it costs nothing, and ann may roll again."
        ),
        (
            event(#""outcome":"void","reason":"absent","absent":["bo","carol","bo"]"#),
            "ann's roll is void: bo and carol did not answer; it costs nothing, and ann may roll again."
        ),
    ]

    private static func event(_ ending: String) -> String {
        #"{"table":"t","revision":7,"event":"rollSettled","by":"ann","rolled":[1],\#(ending),"dice":["#
            + #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false},"#
            + #"{"die":2,"sides":6,"value":6,"locked":true,"animating":false}],"total":10}"#
    }
}
