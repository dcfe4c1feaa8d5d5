package dev.goldenrod.cli.own;

import dev.goldenrod.cli.config.PrivateFiles;
import dev.goldenrod.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Runs the server as an agent of macOS's launchd. */
final class LaunchAgent implements ServiceManager {
  private final Path folder;

  LaunchAgent(Terminal terminal) {
    this.folder = Path.of(terminal.home(), "Library", "LaunchAgents");
  }

  static boolean isAvailable(Terminal terminal) {
    return System.getProperty("os.name").startsWith("Mac")
        && HelperPrograms.tryRun("launchctl", "version").isPresent();
  }

  @Override
  public String start(OwnServer server) {
    Path file = file(server);
    PrivateFiles.write(file, text(server));
    HelperPrograms.tryRun("launchctl", "unload", file.toString());
    HelperPrograms.run("launchctl", "load", "-w", file.toString());
    return "launchd agent %s".formatted(label(server));
  }

  @Override
  public boolean stop(OwnServer server) {
    boolean wasRunning = HelperPrograms.tryRun("launchctl", "list", label(server)).isPresent();
    if (wasRunning) {
      HelperPrograms.run("launchctl", "unload", "-w", file(server).toString());
    }
    return wasRunning;
  }

  @Override
  public String log(OwnServer server) {
    return server.log().toString();
  }

  private static String label(OwnServer server) {
    return "dev." + server.name();
  }

  private Path file(OwnServer server) {
    return folder.resolve(label(server) + ".plist");
  }

  /** Databases are not part of the job, so they keep running when it stops. */
  static String text(OwnServer server) {
    String words =
        server.command().stream()
            .map(word -> "    <string>%s</string>\n".formatted(escaped(word)))
            .collect(Collectors.joining());
    String log = escaped(server.log().toString());
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>Label</key><string>%s</string>
          <key>ProgramArguments</key>
          <array>
        %s  </array>
          <key>RunAtLoad</key><true/>
          <key>AbandonProcessGroup</key><true/>
          <key>StandardOutPath</key><string>/dev/null</string>
          <key>StandardErrorPath</key><string>%s</string>
        </dict>
        </plist>
        """
        .formatted(label(server), words, log);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
