import Testing

@testable import DiceMQTT

@Suite struct BridgeStatusTests {
    @Test("the service manager receives the bridge's status") func whatTheServiceManagerIsTold() {
        var status = BridgeStatus(broker: "mqtt://h")
        #expect(status.text == "connecting to mqtt://h")
        status.state = .failed("it refuses this user")
        status.daemonTrouble = "no daemon"
        #expect(
            status.text
                == "not connected to mqtt://h, trying again: it refuses this user"
        )
        status.state = .accepted
        #expect(
            status.text == "connected to mqtt://h, waiting for the daemon: no daemon"
        )
        status.daemonTrouble = nil
        #expect(status.text == "publishing 0 tables at mqtt://h")
        status.tables = 1
        #expect(status.text == "publishing 1 table at mqtt://h")
    }
}
