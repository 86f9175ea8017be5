/// Answers of a daemon, as JSON text.
enum Answers {
    static let dice =
        #"[{"die":1,"sides":6,"value":4,"locked":false,"animating":false},"#
        + #"{"die":2,"sides":20,"value":13,"locked":true,"animating":false}]"#
    static let snapshot =
        #"{"table":"default","revision":9,"turn":3,"roll":1,"rolling":false,"dice":\#(dice)}"#
    static let roll =
        #"{"table":"default","turn":3,"roll":2,"by":"ann","outcome":"cancelled","reason":"restart","rolled":[1],"#
        + #""dice":\#(dice),"total":17}"#
    static let thrown =
        #"{"table":"default","throw":3,"expression":"d20!+2dF+1000d1000000kh1","by":"ann","label":"fire bolt","#
        + #""outcome":"completed","total":-12.5,"totals":[4,-16.5],"dice":[{"die":1,"sides":20,"value":20,"kept":true,"#
        + #""flags":["exploded","critical"]},{"die":2,"sides":3,"value":-1,"kept":false,"flags":["failure"],"#
        + #""fate":true},{"die":3,"sides":1000000,"value":123456789,"kept":true,"flags":[]}],"#
        + #""text":"d20!: 20!c (-_) 123456789 = -12.5"}"#
    static let thrownEntry =
        #"{"id":8,"kind":"throw","endedAt":"2026-11-20T22:59:01.123Z",\#(thrown.dropFirst())"#
    static let flyingThrow = throwing(
        #","rolling":true,"dice":[{"die":1,"sides":20,"value":7,"animating":true},"#
            + #"{"die":2,"sides":3,"value":0,"animating":false,"fate":true}]"#
    )
    static let settledThrow = throwing(
        #","rolling":false,"dice":[],"result":\#(thrown)"#
    )

    private static func throwing(_ members: String) -> String {
        #"{"jsonrpc":"2.0","method":"throw","params":{"table":"default","revision":10,"throw":3,"by":"ann","#
            + #""expression":"d20!","label":"fire bolt"\#(members)}}"#
    }
    static let entry =
        #"{"id":7,"table":"default","turn":3,"endedAt":"2026-11-20T22:59:01.123Z","by":"ann","rolls":[{"roll":1,"#
        + #""by":"ann","at":"2026-11-20T22:58:59.001Z","outcome":"completed","rolled":[1],"values":[4,13]}],"#
        + #""dice":[{"die":1,"sides":6,"value":4,"locked":false},{"die":2,"sides":20,"value":13,"locked":true}],"#
        + #""total":17}"#
    static let page = #"{"entries":[\#(entry)],"more":false,"damaged":1}"#
    static let list =
        #"{"tables":[{"table":"default","dice":2,"turn":3,"roll":1,"rolling":false,"watchers":0}]}"#
    static let status =
        #"{"version":"1.2.3","pid":12,"uptime":34,"tables":2,"clients":3,"watchers":4,"animating":5,"seeded":true,"#
        + #""slow":9,"stateFolder":"/s","storeBytes":4096,"log":"journal","startedBy":"systemd"}"#
    static let faces =
        #"{"table":"default","faces":[{"sides":6,"counts":[5,5,5,5,5,5],"rolls":30,"mean":3.5,"chiSquare":0.0,"#
        + #""degrees":5,"p":1.0},{"sides":2,"by":"ann","counts":[1,2],"rolls":3,"mean":1.6,"chiSquare":0.3,"#
        + #""degrees":1,"p":0.5}]}"#
    static let savedRoll = #"{"name":"attack","expression":"1d20+{bonus=7}"}"#
    static let savedRolls =
        #"{"rolls":[\#(savedRoll),{"name":"fire-ball","expression":"8d6[fire]"}]}"#
    static let cancelled = #"{"cancelled":[1,2]}"#

    /// Every command that sends one request, and the answer to it.
    static let commands: [(arguments: [String], answer: String)] = [
        (["roll"], roll),
        (["roll", "--as", "ann"], roll),
        (["lock", "1"], snapshot),
        (["unlock", "1"], snapshot),
        (["toggle", "1"], snapshot),
        (["keep", "1"], snapshot),
        (["show", "3"], "{}"),
        (["cancel"], cancelled),
        (["end-turn"], entry),
        (["history"], page),
        (["stats"], faces),
        (["saved"], savedRolls),
        (["save", "attack", "1d20+{bonus=7}"], savedRoll),
        (["status"], status),
        (["table", "list"], list),
        (["table", "show"], snapshot),
        (["table", "new", "t", "6"], snapshot),
        (["table", "rm", "t", "--yes"], "{}"),
    ]

    static let frame = #"{"jsonrpc":"2.0","method":"frame","params":\#(snapshot)}"#

    static func event(_ kind: String, _ members: String = "") -> String {
        #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":10,"event":"\#(kind)"\#(members)}}"#
    }

    static let settled = event(
        "rollSettled",
        #","by":"ann","rolled":[1],"outcome":"completed","dice":\#(dice),"total":17"#
    )
    static let turnEnded = event("turnEnded", #","by":"ann","entry":\#(entry)"#)
    static let events = [
        event("rollStarted", #","by":"ann","rolled":[1]"#), settled,
        event("lockChanged", #","dice":\#(dice)"#),
        turnEnded, event("tableDeleted"), event("serverStopping"),
    ]
}
