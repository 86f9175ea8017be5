/// The timeouts and intervals of the page's server.
package struct WebTimes: Sendable {
    /// The time for a request's head to arrive.
    package var head = Duration.seconds(10)
    /// The time for the response to be read after that.
    package var answer = Duration.seconds(30)
    /// The time for a page's token to arrive.
    package var token = Duration.seconds(10)
    /// The interval between pings to a browser.
    package var ping = Duration.seconds(30)
    /// The silence after which a browser counts as gone.
    package var silence = Duration.seconds(90)
    /// The time for a browser to close.
    package var close = Duration.seconds(2)
    /// The maximum duration of a connection to the socket for links.
    package var links = Duration.seconds(60)
    /// The time for pages to receive the end of the server.
    package var stop = Duration.seconds(3)
}
