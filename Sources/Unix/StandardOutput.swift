internal import CSpawn

/// What `print` and ArgumentParser write.
public enum StandardOutput {
    /// From now on the program says so and ends with 1 where that cannot be written, unless nobody reads it any more.
    public static func checkAtExit() { _ = check_output_at_exit() }
}
