/// How long the page's server waits for what.
package struct WebTimes: Sendable {
    /// How long a request's head may take to arrive.
    package var head = Duration.seconds(10)
    /// How long the answer may then take to be read.
    package var answer = Duration.seconds(30)
    /// How long a page's token may take.
    package var token = Duration.seconds(10)
    /// How often a browser is asked whether it is there.
    package var ping = Duration.seconds(30)
    /// After how long without a word of it a browser is gone.
    package var silence = Duration.seconds(90)
    /// How long a browser may take to close.
    package var close = Duration.seconds(2)
    /// How long a connection to the socket for links may last.
    package var links = Duration.seconds(60)
    /// How long pages may take to hear of the end.
    package var stop = Duration.seconds(3)
}
