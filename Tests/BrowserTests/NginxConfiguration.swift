import ProgramTestSupport

enum NginxConfiguration {
    /// A whole one around a server of the manual's, which keeps its files in a room.
    static func text(_ room: Room, server: String) -> String {
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(room.path($0));"
        }.joined(separator: "\n")
        // In a network of its own it takes itself for root, who would give its files to somebody
        // else.
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
