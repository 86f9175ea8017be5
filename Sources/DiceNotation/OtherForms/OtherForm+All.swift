/// The forms, in the order in which they are tried. The first text that is an expression counts.
///
/// They are from the manuals of Roll20, Foundry, avrae, rollem, DiceMaiden, Sidekick and others,
/// and from German, French, Spanish, Swedish and Russian boards.
extension OtherForm {
    static let all: [OtherForm] =
        commands + letters + keeping + repeats + changing + counting + advantage + targets + signs
        + values + labels + lists

    /// Commands of chats and bots, and rolls inside a text.
    private static let commands = [
        OtherForm(
            "^(/|!|\\$)(gmroll|blindroll|selfroll|secretroll|gmr|gr|br|sr|pr|sroll|broll) ",
            "",
            isSecret: true
        ),
        OtherForm("^/(w|whisper)_gm_(/roll|/r|) ", "", isSecret: true),
        OtherForm("^(secret|hidden|private|secretly)_DICE", "$1", isCertain: false, isSecret: true),
        OtherForm("DICE_(secret|hidden|private|secretly)$", "$1", isCertain: false, isSecret: true),
        OtherForm("^/(publicroll|roll|r) ", ""),
        OtherForm("^!(multiroll|rr) N_(times |)", "$1x"),
        OtherForm("^!(roll|r|dice|throw|würfel|wuerfel) ", ""),
        OtherForm("^(.|&|?|>|-)(roll|r) ", ""),
        OtherForm("^\\$(roll|r) ", ""),
        OtherForm("^(roll|rolls|reroll)_(a |an |the |me |)", ""),
        OtherForm(
            "^(throw|toss|würfle|würfel|wirf|lance|lanza|tira|jette|slå)_(a |ein |einen |un |)",
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
        OtherForm("^TEXT_(times|mal|fois|por) N$", "($1)*$2", "$2x($1)"),
        OtherForm("^N_(times|mal|rolls of|sets of|veces|fois|gånger) DICE", "$1x$2"),
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
        OtherForm("DICE (KEEPS|k) (THE)(HIGHEST|h) N", "$1kh$2"),
        OtherForm("DICE (KEEPS|k) (THE)(LOWEST|l) N", "$1kl$2"),
        OtherForm("DICE (KEEPS) (THE)N (HIGHEST)", "$1kh$2"),
        OtherForm("DICE (KEEPS) (THE)N (LOWEST)", "$1kl$2"),
        OtherForm("DICE (KEEPS) (THE)(HIGHEST)", "$1kh1"),
        OtherForm("DICE (KEEPS) (THE)(LOWEST)", "$1kl1"),
        OtherForm("DICE (KEEPS|k) N", "$1kh$2"),
        OtherForm("DICE keep~", "$1kh1"),
        OtherForm("DICE (DROPS|minus|d) (THE)(LOWEST|l) N", "$1dl$2"),
        OtherForm("DICE (DROPS|d) (THE)(HIGHEST|h) N", "$1dh$2"),
        OtherForm("DICE (DROPS) (THE)N (LOWEST)", "$1dl$2"),
        OtherForm("DICE (DROPS) (THE)N (HIGHEST)", "$1dh$2"),
        OtherForm("DICE (DROPS|minus) (THE)(LOWEST)", "$1dl1"),
        OtherForm("DICE (DROPS|minus) (THE)(HIGHEST)", "$1dh1"),
        OtherForm("DICE (drop|dropping|drops) N", "$1dl$2"),
        OtherForm("DICE drop~", "$1dl1"),
        OtherForm("DICE - l~", "$1dl1"), OtherForm("DICE - h~", "$1dh1"),
        OtherForm("DICE - N l~", "$1dl$2"), OtherForm("DICE - N h~", "$1dh$2"),
        OtherForm("(HIGHEST) N (of|from|out of|von|aus) DICE", "$2kh$1"),
        OtherForm("(LOWEST) N (of|from|out of|von|aus) DICE", "$2kl$1"),
        OtherForm("(THE)(highest|best|higher|better) (of|from|out of) DICE", "$1kh1"),
        OtherForm("(THE)(lowest|worst|lower|worse) (of|from|out of) DICE", "$1kl1"),
        OtherForm("DICE (HIGHEST|h|b) N", "$1kh$2"),
        OtherForm("DICE (LOWEST|l) N", "$1kl$2"),
        OtherForm("DICE (take|choose|pick) (THE)(HIGHEST) N", "$1kh$2"),
        OtherForm("DICE (highest|best)~", "$1kh1"),
        OtherForm("DICE h~", "$1kh1", isCertain: false),
        OtherForm("DICE (lowest|worst)~", "$1kl1"),
        OtherForm("DICE l~", "$1kl1", isCertain: false),
        OtherForm("DICE_d1~", "$1dl1", isCertain: false),
        OtherForm("POOLdN", "$1dl$2"),
        OtherForm("DICE pl N", "$1dl$2"), OtherForm("DICE ph N", "$1dh$2"),
        OtherForm("DICE p N", "$1dl$2"),
    ]

    /// Words and letters for explosions, rerolls, bounds and the order.
    private static let changing = [
        OtherForm("DICE (EXPLODES|x|e) (on |at |bei |) >= N", "$1!>=$2"),
        OtherForm("DICE (EXPLODES) (on |at |bei |)N (+|or higher|or more)", "$1!>=$2"),
        OtherForm("DICE (EXPLODES|ace|aces|acing|ie|e) (on |at |bei |)(a |)N", "$1!$2"),
        OtherForm("DICE (EXPLODES|ace|aces|acing)~", "$1!"),
        OtherForm("DICE x$", "$1!", isCertain: false),
        OtherForm("DICE xo N", "$1!o=$2"), OtherForm("DICE xo~", "$1!o"),
        OtherForm("DICE ra N", "$1!o=$2"),
        OtherForm("DICE! N +", "$1!>=$2"),
        OtherForm("DICE (REROLLS|rr) N (and|or|,|&) N", "$1r$2r$3"),
        OtherForm("DICE (REROLLS) once N", "$1ro$2"),
        OtherForm("DICE (REROLLS) N s once", "$1ro$2"),
        OtherForm("DICE (REROLLS) N once", "$1ro$2"),
        OtherForm("DICE (REROLLS) (ones|one)", "$1r1"),
        OtherForm("DICE (REROLLS) (below|under|less than) N", "$1r<$2"),
        OtherForm("DICE (REROLLS) N (or less|or lower|or below|and below|and lower)", "$1r<=$2"),
        OtherForm("DICE (REROLLS) N s~", "$1r$2"),
        OtherForm("DICE (REROLLS|rr|ir) N", "$1r$2"),
        OtherForm("DICE (REROLLS|rr|ir) <= N", "$1r<=$2"),
        OtherForm("DICE (REROLLS|rr|ir) < N", "$1r<$2"),
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
        OtherForm("POOL (HITS) (on |at |ab |) >= N", "$1>=$2"),
        OtherForm("POOL (HITS) (on |at |ab |) > N", "$1>$2"),
        OtherForm("POOL (HITS) (on |at |ab |)(a |)N (+|or higher|or more|or better|)", "$1>=$2"),
        OtherForm("POOL (target|difficulty|diff|tn) N", "$1>=$2", "$1 vs $2"),
        OtherForm("POOL (under|below) N", "$1 vs <=$2", "$1<=$2"),
        OtherForm("POOL (t|s) N", "$1>=$2"),
        OtherForm("POOL_N +", "$1>=$2"),
        OtherForm("POOL_N (ORMORE) (HITS)", "$1>=$2"),
    ]

    private static let advantage = [
        OtherForm("(1|)d20_(elven accuracy|triple advantage|super advantage)", "3d20kh1"),
        OtherForm("2d20 (WITH)(advantage|vorteil|adv)", "d20 adv"),
        OtherForm("2d20 (WITH)(disadvantage|disadv|nachteil|dis)", "d20 dis"),
        OtherForm("_(WITH)(disadvantage|disadv|nachteil|desventaja|désavantage)", " dis"),
        OtherForm("_(WITH)(advantage|vorteil|ventaja|avantage)", " adv"),
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
        OtherForm("_vs ≥ N$", " vs $1"), OtherForm("_vs ≤ N$", " vs <=$1"),
        OtherForm("_vs <= N %$", " vs <=$1"),
        OtherForm("_vs DICE$", " vs ($1)"),
        OtherForm("_vs DICE + N$", " vs ($1+$2)"), OtherForm("_vs DICE - N$", " vs ($1-$2)"),
        OtherForm("_vs N + N$", " vs ($1+$2)"), OtherForm("_vs N - N$", " vs ($1-$2)"),
        OtherForm("_vs <= N + N$", " vs <=($1+$2)"), OtherForm("_vs <= N - N$", " vs <=($1-$2)"),
        OtherForm("_vs <= N / N$", " vs <=($1/$2)"),
        OtherForm("(d|w)100_(VERSUS|TARGET) N$", "d100 vs <=$1", "d100 vs $1"),
        OtherForm("_(ATMOST) (half|half of) N", " vs <=($1/2)"),
        OtherForm("_(ATMOST) N / N", " vs <=($1/$2)"),
        OtherForm(" (≥|=>) N$", " vs $1"), OtherForm(" ≤ N$", " vs <=$1"),
        OtherForm("_(VERSUS|vs|v) (an |a |the |)(TARGET) (of |)N", " vs $1"),
        OtherForm("_(VERSUS) (a |an |)N", " vs $1"),
        OtherForm(" (TARGET) (of |)N", " vs $1"),
        OtherForm(" (TARGET)=N", " vs $1", isCertain: false),
        OtherForm("_(to beat|beats|over|above|über|more than|greater than) N", " vs >$1"),
        OtherForm("_(ATMOST) (a |)N", " vs <=$1"),
        OtherForm("_(below|less than|lower than|unterhalb) N", " vs <$1"),
        OtherForm("_(ATLEAST) N (or higher|or more|or better|+|)", " vs $1"),
        OtherForm("_N (ORMORE)$", " vs $1"),
        OtherForm("_N (ORLESS)$", " vs <=$1"),
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
