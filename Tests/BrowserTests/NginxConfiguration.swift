import ProgramTestSupport

enum NginxConfiguration {
    /// Returns a whole configuration around a server block of the manual, with its files in a room.
    static func text(_ room: Room, server: String) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(room.path($0));"
        }.joined(separator: "\n")
        // In a separate network namespace nginx runs as root, and would otherwise change the owner
        // of its files.
        return """
            user root root;
            pid \(room.path("nginx.pid"));
            error_log stderr notice;
            events {}
            http {
            include /etc/nginx/mime.types;
            access_log off;
            \(folders)
            \(server)
            }
            """
    }
}
