import PagePacking
import Testing

/// Tests the scripts without what means nothing.
struct TightScriptTests {
    @Test(
        "spaces, line breaks and comments that mean nothing are removed, and no others",
        arguments: [
            ("a(\n\tb,\n\t[\n\t\tc\n\t]\n);\n", "a(b,[c]);"),
            ("const a = b ? -1 : c - -d + +e;", "const a=b?-1:c - -d + +e;"),
            ("let a = 1 // one\nlet b = 2;", "let a=1\nlet b=2;"),
            ("a\n\t.b()\n\t?.c();\nd();", "a.b()?.c();d();"),
            ("if (a) return /x y [/ `] {/.test(b) / 2;", "if(a)return /x y [/ `] {/.test(b)/ 2;"),
            ("const f = (a) =>\n\ta  /  2;", "const f=(a)=>a / 2;"),
            (
                #"say("a , b", 'c ; \' d', `e { ${ [ f , `g , ${ h } i` ] } } j`);"#,
                #"say("a , b",'c ; \' d',`e { ${[f,`g , ${h} i`]} } j`);"#
            ),
            (
                "class A {\n\t#b = 1;\n\tget c() {}\n\tstatic d() {}\n}\nnew A();",
                "class A{#b=1;get c(){}\nstatic d(){}}\nnew A();"
            ),
            ("a = b\n++c\nreturn\nd", "a=b\n++c\nreturn\nd"),
            ("a /* b */ in c; await /d e/;", "a in c;await /d e/;"),
        ]
    )
    func tight(_ script: String, _ expected: String) {
        let text = CompactText.script(of: Array(script.utf8))
        #expect(String(decoding: text, as: UTF8.self) == expected + "\n")
    }
}
