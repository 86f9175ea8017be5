/// How long the page's server waits for what.
public struct WebTimes: Sendable {
    /// How long a request's head may take to arrive.
    public var head = Duration.seconds(10)
    /// How long the answer may then take to be read.
    public var answer = Duration.seconds(30)
    /// How long a page's token may take.
    public var token = Duration.seconds(10)
    /// How often a browser is asked whether it is there.
    public var ping = Duration.seconds(30)
    /// After how long without a word of it a browser is gone.
    public var silence = Duration.seconds(90)
    /// How long a browser may take to close.
    public var close = Duration.seconds(2)
    /// How long the daemon may take to accept a connection.
    public var daemon = Duration.seconds(5)
    /// How long a connection to the socket for links may last.
    public var links = Duration.seconds(60)
    /// How long pages may take to hear of the end.
    public var stop = Duration.seconds(3)

    /// The usual ones.
    public init() {}
}
