import Foundation
import PackagePlugin

/// Makes one Swift file of the page's files before its target is compiled.
@main
struct PackPages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folders = ["Page", "AudiencePage"].map {
            target.directoryURL.appending(path: $0)
        }
        let files = try folders.flatMap {
            try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil)
        }
        let output = context.pluginWorkDirectoryURL.appending(path: "PackedFiles.swift")
        return [
            .buildCommand(
                displayName: "Packing the page's files",
                executable: try context.tool(named: "page-packer").url,
                arguments: folders.map { $0.path() } + [output.path()],
                inputFiles: files.sorted { $0.path() < $1.path() },
                outputFiles: [output]
            )
        ]
    }
}
