/// The timeouts and intervals of the page's server.
package struct WebTimes: Sendable {
    /// The time for a request's head to arrive.
    package var head = Duration.seconds(10)
    /// The time after that for the client to read the response.
    package var answer = Duration.seconds(30)
    /// The time for a page's token to arrive.
    package var token = Duration.seconds(10)
    /// The interval between pings to a browser.
    package var ping = Duration.seconds(30)
    /// The silence after which a browser counts as gone.
    package var silence = Duration.seconds(90)
    /// The time for a browser to close its connection.
    package var close = Duration.seconds(2)
    /// The maximum duration of a connection to the socket for links.
    package var links = Duration.seconds(60)
    /// How long pages have to learn that the server is stopping.
    package var stop = Duration.seconds(3)
}
