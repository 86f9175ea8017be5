/// The forms, in the order in which they are tried. The first text that is an expression counts.
///
/// They are from the manuals of Roll20, Foundry, avrae, rollem, DiceMaiden, Sidekick and others, and
/// from German, French, Spanish, Swedish and Russian boards.
extension OtherForm {
    static let all: [OtherForm] =
        commands + letters + keeping + repeats + changing + counting + advantage + targets + signs
        + values + labels + lists

    /// Commands of chats and bots, and rolls inside a text.
    private static let commands = [
        OtherForm("^/(publicroll|gmroll|blindroll|selfroll|roll|gmr|gr|br|sr|pr|r) ", ""),
        OtherForm("^!(multiroll|rr) N_(times |)", "$1x"),
        OtherForm("^!(roll|r|dice|throw|würfel|wuerfel) ", ""),
        OtherForm("^(.|&|?|>|-)(roll|r) ", ""),
        OtherForm("^\\$(roll|r) ", ""),
        OtherForm("^(roll|rolls|reroll)_(a |an |the |me |)", ""),
        OtherForm(
            "^(throw|toss|würfle|würfel|wirf|lance|lanza|tira|jette|slå|kasta)_(a |ein |einen |un |)",
            "",
            isCertain: false
        ),
        OtherForm("^(a|an|one|ein|eine|einen|un|une) DICE", "$1", isCertain: false),
        OtherForm("^!", ""), OtherForm("^/", ""), OtherForm("^=", ""),
        OtherForm("[[/(roll|r) TEXT]]", "[[$1]]"),
        OtherForm("^[[TEXT]]$", "$1"),
        OtherForm("[[TEXT]]", "($1)"),
    ]

    /// Letters for the die, and dice without sides.
    private static let letters = [
        OtherForm("N_w_N", "$1d$2"), OtherForm("Nw_N", "$1d$2"),
        OtherForm("N(t|т|д|к)N", "$1d$2"),
        OtherForm("^(т|д|к) N", "d$1"),
        OtherForm("N(d|w)00~", "$1d100"),
        OtherForm("(d|w)00~", "d100"),
        OtherForm("NkN", "$1d10kh$2"),
        OtherForm("^Nd$", "$1d6"),
        OtherForm("^Nd +", "$1d6+"),
        OtherForm("^Nd -", "$1d6-"),
        OtherForm("^N_(fate|fudge)( dice|)$", "$1dF"),
        OtherForm("^(fate|fudge) dice$", "4dF"),
        OtherForm("^(percentile|percentile dice)$", "d100", isCertain: false),
        OtherForm("Nd percent", "$1d100"),
    ]

    private static let repeats = [
        OtherForm("^N_(times|mal|rolls of|sets of|veces|fois|gånger|repetitions of) DICE", "$1x$2"),
        OtherForm("^N_DICE", "$1x$2"), OtherForm("^N_(a|of) DICE", "$1x$2"),
        OtherForm("^N (×|✕) DICE", "$1x$2", "$1*$2"),
        OtherForm("^(repeat|iterate|multiroll|rr) N_(times |)DICE", "$1x$2"),
        OtherForm("^repeat \\( TEXT , N \\)$", "$2x($1)"),
        OtherForm("^TEXT_repeat N$", "$2x($1)"),
        OtherForm("^DICE_N (times|mal|x|veces|fois|gånger)$", "$2x$1"),
        OtherForm("^DICE_x N$", "$2x$1"),
        OtherForm("^DICEx_N$", "$2x$1"),
        OtherForm("^TEXT_x N$", "$2x($1)"),
        OtherForm("^TEXT_N (times|mal|veces|fois|gånger)$", "$2x($1)"),
        OtherForm("^DICExN$", "$1!$2", "$2x$1"),
        OtherForm("^3d6_(down the line|in order|straight down)$", "6x3d6"),
    ]

    /// Words and letters for the dice to keep or drop.
    private static let keeping = [
        OtherForm("DICE_k h N", "$1kh$2"),
        OtherForm("DICE (keep|keeping|keeps|k|behalte|garde|guarda) (the |die |)(highest|high|best|top|largest|h|höchsten|besten|meilleurs|mejores) N", "$1kh$2"),
        OtherForm("DICE (keep|keeping|keeps|k|behalte|garde|guarda) (the |die |)(lowest|low|worst|smallest|bottom|l|niedrigsten|schlechtesten) N", "$1kl$2"),
        OtherForm("DICE (keep|keeping|keeps|behalte|garde|guarda) (the |die |)N (highest|high|best|top|largest|höchsten|besten)", "$1kh$2"),
        OtherForm("DICE (keep|keeping|keeps|behalte|garde|guarda) (the |die |)N (lowest|low|worst|smallest|niedrigsten)", "$1kl$2"),
        OtherForm("DICE (keep|keeping|keeps|behalte) (the |den |)(highest|high|best|top|höchsten|besten)", "$1kh1"),
        OtherForm("DICE (keep|keeping|keeps|behalte) (the |den |)(lowest|low|worst|niedrigsten)", "$1kl1"),
        OtherForm("DICE (keep|keeping|keeps|k|behalte|garde|guarda) N", "$1kh$2"),
        OtherForm("DICE keep~", "$1kh1"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|minus|ohne|d) (the |den |die |)(lowest|low|worst|smallest|l|niedrigsten|schlechtesten) N", "$1dl$2"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|ohne|d) (the |die |)(highest|high|best|h|höchsten|besten) N", "$1dh$2"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|ohne) (the |die |)N (lowest|low|worst|smallest|niedrigsten|schlechtesten)", "$1dl$2"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|ohne) (the |die |)N (highest|high|best|höchsten|besten)", "$1dh$2"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|minus|ohne) (the |den |)(lowest|low|worst|smallest|niedrigsten|schlechtesten)", "$1dl1"),
        OtherForm("DICE (drop|dropping|drops|remove|discard|without|minus|ohne) (the |den |)(highest|high|best|höchsten|besten)", "$1dh1"),
        OtherForm("DICE (drop|dropping|drops) N", "$1dl$2"),
        OtherForm("DICE drop~", "$1dl1"),
        OtherForm("DICE - l~", "$1dl1"), OtherForm("DICE - h~", "$1dh1"),
        OtherForm("DICE - N l~", "$1dl$2"), OtherForm("DICE - N h~", "$1dh$2"),
        OtherForm("(highest|best|top|beste|höchste) N (of|from|out of|von|aus) DICE", "$2kh$1"),
        OtherForm("(lowest|worst|bottom|niedrigste) N (of|from|out of|von|aus) DICE", "$2kl$1"),
        OtherForm("(the |)(highest|best|higher|better) (of|from|out of) DICE", "$1kh1"),
        OtherForm("(the |)(lowest|worst|lower|worse) (of|from|out of) DICE", "$1kl1"),
        OtherForm("DICE (highest|high|best|top|h|b) N", "$1kh$2"),
        OtherForm("DICE (lowest|low|worst|bottom|l) N", "$1kl$2"),
        OtherForm("DICE (take|choose|pick) (the |)(best|highest|top) N", "$1kh$2"),
        OtherForm("DICE (highest|best)~", "$1kh1"),
        OtherForm("DICE h~", "$1kh1", isCertain: false),
        OtherForm("DICE (lowest|worst)~", "$1kl1"),
        OtherForm("DICE l~", "$1kl1", isCertain: false),
        OtherForm("DICE_d1~", "$1dl1", isCertain: false),
        OtherForm("DICEdN", "$1dl$2"),
        OtherForm("DICE pl N", "$1dl$2"), OtherForm("DICE ph N", "$1dh$2"),
        OtherForm("DICE p N", "$1dl$2"),
    ]

    /// Words and letters for explosions, rerolls, bounds and the order.
    private static let changing = [
        OtherForm("DICE (explode|exploding|explodes|explodieren|explodiert|x|e) (on |at |bei |) >= N", "$1!>=$2"),
        OtherForm("DICE (explode|exploding|explodes|explodieren|explodiert) (on |at |bei |)N (+|or higher|or more)", "$1!>=$2"),
        OtherForm("DICE (explode|exploding|explodes|explodieren|explodiert|ace|aces|acing|ie|e) (on |at |bei |)(a |)N", "$1!$2"),
        OtherForm("DICE (explode|exploding|explodes|explodieren|explodiert|ace|aces|acing)~", "$1!"),
        OtherForm("DICE x~", "$1!", isCertain: false),
        OtherForm("DICE xo N", "$1!o=$2"), OtherForm("DICE xo~", "$1!o"),
        OtherForm("DICE ra N", "$1!o=$2"),
        OtherForm("DICE! N +", "$1!>=$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) once N", "$1ro$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) N s once", "$1ro$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) N once", "$1ro$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) (ones|one)", "$1r1"),
        OtherForm("DICE (reroll|rerolling|re-roll) (below|under|less than) N", "$1r<$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) N (or less|or lower|or below|and below|and lower)", "$1r<=$2"),
        OtherForm("DICE (reroll|rerolling|re-roll) N s~", "$1r$2"),
        OtherForm("DICE (reroll|rerolling|re-roll|rr|ir) N", "$1r$2"),
        OtherForm("DICE (reroll|rerolling|re-roll|rr|ir) <= N", "$1r<=$2"),
        OtherForm("DICE (reroll|rerolling|re-roll|rr|ir) < N", "$1r<$2"),
        OtherForm("DICE (reroll|rr)~", "$1r"),
        OtherForm("DICE (minimum|mi) (of |)N", "$1min$2"),
        OtherForm("DICE (maximum|ma) (of |)N", "$1max$2"),
        OtherForm("DICE (sorted|sort|sortiert)", "$1sa"),
        OtherForm("DICE (unique|distinct)", "$1u"),
    ]

    /// Words and letters for the dice that count as successes.
    private static let counting = [
        OtherForm("POOL ≥ N", "$1>=$2"), OtherForm("POOL ≤ N", "$1<=$2"),
        OtherForm("DICE == N", "$1=$2"), OtherForm("DICE =< N", "$1<=$2"),
        OtherForm("POOL (count|counting|successes|success|hits|treffer|erfolge) (on |at |ab |) >= N", "$1>=$2"),
        OtherForm("POOL (count|counting|successes|success|hits|treffer|erfolge) (on |at |ab |) > N", "$1>$2"),
        OtherForm("POOL (successes|success|hits|hit|succeeds|treffer|erfolge|count|counting) (on |at |ab |)(a |)N (+|or higher|or more|or better|)", "$1>=$2"),
        OtherForm("POOL target N", "$1>=$2", "$1 vs $2"),
        OtherForm("POOL (t|s) N", "$1>=$2"),
        OtherForm("POOL_N +", "$1>=$2"),
        OtherForm("POOL_N (or higher|or more|or better) (succeeds|successes|success|hits)", "$1>=$2"),
    ]

    private static let advantage = [
        OtherForm("(1|)d20_(elven accuracy|triple advantage|super advantage)", "3d20kh1"),
        OtherForm("2d20 (with |w/ |at |mit |)(advantage|vorteil|adv)", "d20 adv"),
        OtherForm("2d20 (with |w/ |at |mit |)(disadvantage|disadv|nachteil|dis)", "d20 dis"),
        OtherForm("_(with |w/ |at |mit |con |avec |)(disadvantage|disadv|nachteil|desventaja|désavantage|desavantage)", " dis"),
        OtherForm("_(with |w/ |at |mit |con |avec |)(advantage|vorteil|ventaja|avantage)", " adv"),
        OtherForm("_(with |w/ |mit )adv", " adv"), OtherForm("_(with |w/ |mit )dis", " dis"),
        OtherForm("d20(advantage|vorteil)", "d20 adv"),
        OtherForm("d20(disadvantage|nachteil)", "d20 dis"),
        OtherForm("d20 (ad|av|a)~", "d20 adv", isCertain: false),
        OtherForm("d20 (da|dd|dv)~", "d20 dis", isCertain: false),
        OtherForm("^advantage_TEXT$", "$1 adv"),
        OtherForm("^adv_TEXT$", "$1 adv", isCertain: false),
        OtherForm("^(disadv|disadvantage)_TEXT$", "$1 dis"),
        OtherForm("^dis_TEXT$", "$1 dis", isCertain: false),
    ]

    /// Words and signs before a target.
    private static let targets = [
        OtherForm(" (≥|=>) N$", " vs $1"), OtherForm(" ≤ N$", " vs <=$1"),
        OtherForm("_(vs.|vs|versus|against|gegen|contra|contre|v.|v) (an |a |the |)(ac|dc|tn|sg|rk|cd|dd|ca|dv|target number|target|difficulty|armor class|armour class|difficulty class) (of |)N", " vs $1"),
        OtherForm("_(vs.|versus|against|gegen|contra|contre|v.) (a |an |)N", " vs $1"),
        OtherForm(" (ac|dc|tn|sg|rk|cd|dd|dv|target number|target|difficulty|difficulty class|armor class|armour class|schwierigkeit) (of |=|)N", " vs $1"),
        OtherForm("_(to beat|beats|beating|over|above|über|more than|greater than|higher than) N", " vs >$1"),
        OtherForm("_(under or equal to|equal or under|equal to or under|at or under|at or below|at most|no more than|roll under|rolls under|rolling under|under|unter|bajo|sous|höchstens|less than or equal to) (a |)N", " vs <=$1"),
        OtherForm("_(below|less than|lower than|unterhalb) N", " vs <$1"),
        OtherForm("_(at least|mindestens|al menos|au moins|no less than|needs|need|needing|requires|to hit|for) N (or higher|or more|or better|+|)", " vs $1"),
        OtherForm("_N (or higher|or more|or better|or above|or over|and up|and above|oder mehr|oder höher|o más|ou plus)$", " vs $1"),
        OtherForm("_N (or lower|or less|or below|or under|and below|oder weniger|o menos|ou moins)$", " vs <=$1"),
        OtherForm("_N % (or less|or under|)$", " vs <=$1"),
        OtherForm("_N +$", " vs $1"),
        OtherForm("DICE ms N$", "$1 vs $2"),
        OtherForm(" >= N$", " vs $1"), OtherForm(" <= N$", " vs <=$1"),
        OtherForm(" > N$", " vs >$1"), OtherForm(" < N$", " vs <$1"),
        OtherForm(" == N$", " vs =$1"),
        OtherForm(" = N$", " vs =$1", isCertain: false),
    ]

    /// Signs and words for operators.
    private static let signs = [
        OtherForm("×", "*"), OtherForm("·", "*"), OtherForm("✕", "*"), OtherForm("÷", "/"),
        OtherForm("−", "-"), OtherForm("—", "-"), OtherForm("‒", "-"),
        OtherForm("≥", ">="), OtherForm("≤", "<="), OtherForm("≠", "<>"),
        OtherForm(" \\^ ", "**"),
        OtherForm("N // N", "floor($1/$2)"),
        OtherForm(" (plus|più|más) ", "+"), OtherForm(" (minus|moins|menos|meno) ", "-"),
        OtherForm(" (multiplied by|times|mal|fois|por) ", "*"),
        OtherForm(" (divided by|geteilt durch) ", "/"),
        OtherForm("_(mod|modulo)_", "%"),
    ]

    /// References to a character's values.
    private static let values = [
        OtherForm("?{WORD\\|N}", "{$1=$2}", isCertain: false),
        OtherForm("?{WORD}", "{$1=0}", isCertain: false),
        OtherForm("@{LABEL\\|WORD}", "{$2=0}", isCertain: false),
        OtherForm("@{WORD}", "{$1=0}", isCertain: false),
        OtherForm("%{WORD}", "{$1=0}", isCertain: false),
        OtherForm("@WORD", "{$1=0}", isCertain: false),
        OtherForm("\\$WORD", "{$1=0}", isCertain: false),
        OtherForm("<WORD>", "{$1=0}", isCertain: false),
        OtherForm(" + WORD~", "+{$1=0}", isCertain: false),
        OtherForm(" - WORD~", "-{$1=0}", isCertain: false),
    ]

    private static let labels = [
        OtherForm("DICE : LABEL", "$1[$2]"),
        OtherForm("DICE \\( LABEL \\)", "$1[$2]"),
        OtherForm("DICE { LABEL }", "$1[$2]"),
        OtherForm("DICE_LABEL + ", "$1[$2]+", isCertain: false),
        OtherForm("+ DICE_LABEL$", "+$1[$2]", isCertain: false),
    ]

    /// Several throws in a line.
    private static let lists = [
        OtherForm(" (and|und|et|then|dann|&|&&) ", "; "),
        OtherForm(" \\| ", "; "), OtherForm(" , ", "; ", isCertain: false),
    ]
}
