package dev.goldenrod.cli.local;

import dev.goldenrod.cli.config.AdminTokenFile;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The user's own server, which {@code up} starts in the background.
 *
 * @param launcher the script {@code goldenrod}, if it started this program
 * @param isUsual whether the data directory is the default one
 * @param logs folder of the log file, used if no service manager keeps the log
 * @param isTls whether the API uses TLS, with an authority of its own in the data directory
 */
record LocalServer(
    Path jar,
    Optional<Path> launcher,
    Path java,
    Path dataDir,
    boolean isUsual,
    Path logs,
    int port,
    boolean isTls) {
  private static final Pattern CERTIFICATE =
      Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n");
  private static final String CONTEXT = "local";
  private static final String TOKEN_TTL = "30d";
  private static final int LONGEST = 40;

  /**
   * Returns the existing name of the server's context, {@code local}, or a name derived from its
   * directory; never that of another server.
   */
  String context(UserConfig config) {
    Optional<String> former =
        config.contexts().stream()
            .filter(known -> known.tokenFile().equals(adminToken()))
            .map(Context::name)
            .findFirst();
    String wanted = isUsual ? CONTEXT : CONTEXT + "-" + ofDirectory();
    return former.orElseGet(() -> config.find(wanted).isEmpty() ? wanted : wanted + "-" + number());
  }

  private String ofDirectory() {
    String plain =
        dataDir
            .getFileName()
            .toString()
            .replaceAll("[^A-Za-z0-9._-]", "")
            .replaceAll("^[._-]+", "");
    return plain.isEmpty() ? number() : plain.substring(0, Math.min(LONGEST, plain.length()));
  }

  private String number() {
    return Integer.toHexString(dataDir.toString().hashCode());
  }

  String name() {
    return isUsual ? "goldenrod" : "goldenrod-" + number();
  }

  String url() {
    return (isTls ? "https" : "http") + "://127.0.0.1:" + port;
  }

  static Path authorityFile(Path dataDir) {
    return dataDir.resolve("certificates").resolve("api").resolve("authority.pem");
  }

  /** Returns that authority's certificate as PEM; empty until the server has created it. */
  Optional<String> authority() {
    try {
      Matcher certificate = CERTIFICATE.matcher(Files.readString(authorityFile(dataDir)));
      return certificate.find() ? Optional.of(certificate.group()) : Optional.empty();
    } catch (IOException notYet) {
      return Optional.empty();
    }
  }

  Path adminToken() {
    return dataDir.resolve(AdminTokenFile.NAME);
  }

  String command(String name) {
    return "goldenrod " + name + (isUsual ? "" : " --data-dir " + ShellWord.of(dataDir.toString()));
  }

  Path log() {
    return logs.resolve(name() + ".log");
  }

  List<String> command() {
    Stream<String> words =
        Stream.of(
            "serve",
            "--config",
            "/dev/null",
            "--data-dir",
            dataDir.toString(),
            "--admin-token-ttl",
            TOKEN_TTL,
            "--port",
            Integer.toString(port));
    Stream<String> tls = isTls ? Stream.of("--tls-auto") : Stream.empty();
    return Stream.of(program().stream(), words, tls).flatMap(Function.identity()).toList();
  }

  /** Returns the launcher, which knows of an archive of the classes, or else Java with the jar. */
  private List<String> program() {
    Path home = java.getParent().getParent();
    return launcher
        .map(
            script ->
                List.of(
                    "/usr/bin/env", "JAVA_HOME=" + home, "GOLDENROD_BUILD=no", script.toString()))
        .orElse(
            List.of(
                java.toString(),
                "-XX:+UseSerialGC",
                "-Xms48m",
                "-XX:MinHeapFreeRatio=10",
                "-XX:MaxHeapFreeRatio=30",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:TrimNativeHeapInterval=10000",
                "-jar",
                jar.toString()));
  }

  /** Options that choose one of the user's own servers. */
  static final class Options {
    static final int USUAL_PORT = 7878;

    @Option(
        names = "--data-dir",
        paramLabel = "DIR",
        description = "Data directory of the server (~/.goldenrod).")
    private @Nullable Path dataDir;

    /**
     * @param port null for the previous one, otherwise the usual one
     * @param isTls whether to enable TLS; a data directory that has used TLS keeps it
     */
    LocalServer server(Terminal terminal, @Nullable Integer port, boolean isTls) {
      if (port != null && (port < 1 || port > 65_535)) {
        throw new CliException(ExitCode.USAGE, "%d is not a port; use 1 to 65535".formatted(port));
      }
      Path usual = Path.of(terminal.home(), ".goldenrod");
      Path data = dataDir == null ? usual : terminal.directory().resolve(dataDir).normalize();
      int chosen = port == null ? formerPort(terminal, data) : port;
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      boolean hadTls = Files.exists(authorityFile(data));
      return new LocalServer(
          jar(),
          launcher(),
          java,
          data,
          data.equals(usual),
          logs(terminal),
          chosen,
          isTls || hadTls);
    }

    private static Optional<Path> launcher() {
      Path script = Path.of(System.getProperty("goldenrod.launcher", ""));
      return Optional.of(script).filter(Files::isExecutable).filter(Path::isAbsolute);
    }

    private static int formerPort(Terminal terminal, Path data) {
      return UserConfig.load(terminal).contexts().stream()
          .filter(known -> known.tokenFile().equals(data.resolve(AdminTokenFile.NAME)))
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
        Path thisJar =
            Path.of(Options.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        return List.of(
                Path.of(System.getProperty("goldenrod.server.jar", "goldenrod.jar")),
                thisJar.resolveSibling("goldenrod.jar"),
                thisJar)
            .stream()
            .filter(jar -> jar.isAbsolute() && jar.getFileName().toString().equals("goldenrod.jar"))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(
                () ->
                    new CliException(
                        ExitCode.USAGE,
                        "the server's jar is not installed here; 'goldenrod login URL' uses a"
                            + " server on another machine"));
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
