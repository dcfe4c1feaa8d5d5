package dev.goldenrod.cli.own;

import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.OwnToken;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The user's own server, which {@code up} starts in the background.
 *
 * @param isUsual whether the data directory is the default one
 * @param logs folder of the log file, used if no service manager keeps the log
 * @param isTls whether the API uses TLS, with an authority of its own in the data directory
 */
record OwnServer(
    Path jar, Path java, Path dataDir, boolean isUsual, Path logs, int port, boolean isTls) {
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
    return dataDir.resolve(OwnToken.NAME);
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
            java.toString(),
            "-XX:+UseSerialGC",
            "-jar",
            jar.toString(),
            "serve",
            "--config",
            "/dev/null",
            "--data-dir",
            dataDir.toString(),
            "--admin-token-ttl",
            TOKEN_TTL,
            "--port",
            Integer.toString(port));
    return Stream.concat(words, isTls ? Stream.of("--tls-auto") : Stream.empty()).toList();
  }

  ServiceManager serviceManager(Terminal terminal) {
    if (SystemdUnit.isAvailable(terminal)) {
      return new SystemdUnit(terminal);
    }
    return LaunchAgent.isAvailable(terminal) ? new LaunchAgent(terminal) : new DetachedProcess();
  }
}
