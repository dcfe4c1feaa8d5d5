package dev.goldenrod.cli.own;

import dev.goldenrod.cli.config.OwnToken;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that choose one of the user's own servers. */
final class OwnServerOptions {
  private static final int USUAL_PORT = 7878;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Data directory of the server (~/.goldenrod).")
  private @Nullable Path dataDir;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Port of the server on 127.0.0.1 (the previous one, otherwise " + USUAL_PORT + ").")
  private @Nullable Integer port;

  OwnServer server(Terminal terminal) {
    return server(terminal, false);
  }

  /**
   * @param isTls whether to enable TLS; a data directory that has used TLS keeps it
   */
  OwnServer server(Terminal terminal, boolean isTls) {
    if (port != null && (port < 1 || port > 65_535)) {
      throw new CliException(ExitCode.USAGE, "%d is not a port; use 1 to 65535".formatted(port));
    }
    Path usual = Path.of(terminal.home(), ".goldenrod");
    Path data = dataDir == null ? usual : terminal.directory().resolve(dataDir).normalize();
    int chosen = port == null ? formerPort(terminal, data) : port;
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    boolean hadTls = Files.exists(OwnServer.authorityFile(data));
    return new OwnServer(
        jar(), java, data, data.equals(usual), logs(terminal), chosen, isTls || hadTls);
  }

  private static int formerPort(Terminal terminal, Path data) {
    return UserConfig.load(terminal).contexts().stream()
        .filter(known -> known.tokenFile().equals(data.resolve(OwnToken.NAME)))
        .mapToInt(known -> known.url().getPort())
        .filter(known -> known > 0)
        .findFirst()
        .orElse(USUAL_PORT);
  }

  private static Path logs(Terminal terminal) {
    String state = terminal.variable("XDG_STATE_HOME");
    Path folder = state.isEmpty() ? Path.of(terminal.home(), ".local", "state") : Path.of(state);
    return folder.resolve("goldenrod");
  }

  /** Returns the jar that the launcher names, otherwise one beside this program's own jar. */
  private static Path jar() {
    try {
      Path own =
          Path.of(
              OwnServerOptions.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return List.of(
              Path.of(System.getProperty("goldenrod.server.jar", "goldenrod.jar")),
              own.resolveSibling("goldenrod.jar"),
              own)
          .stream()
          .filter(jar -> jar.isAbsolute() && jar.getFileName().toString().equals("goldenrod.jar"))
          .filter(Files::isRegularFile)
          .findFirst()
          .orElseThrow(
              () ->
                  new CliException(
                      ExitCode.USAGE,
                      "the server's jar is not installed here; 'goldenrod login URL' uses a server"
                          + " on another machine"));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
