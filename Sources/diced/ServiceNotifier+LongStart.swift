internal import Systemd

extension ServiceNotifier {
    /// How much more time to start is asked for at once, and how often.
    private static let timeoutExtension = (by: Duration.seconds(30), every: Duration.seconds(10))

    /// Runs a start-up step that may take long (a migration of a large store) while the service manager is told, again
    /// and again, that the start is still under way.
    func extendingTimeout<Value: Sendable>(_ step: @Sendable () throws -> Value) async throws -> Value {
        guard isSupervised else { return try step() }
        let telling = Task {
            while !Task.isCancelled {
                extendTimeout(by: Self.timeoutExtension.by)
                try? await Task.sleep(for: Self.timeoutExtension.every)
            }
        }
        defer { telling.cancel() }
        return try step()
    }
}
