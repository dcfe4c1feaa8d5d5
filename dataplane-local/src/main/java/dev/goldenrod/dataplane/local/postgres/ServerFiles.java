package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.process.FileTrees;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The configuration of a server, wholly Goldenrod's: nothing that came with the data applies.
 *
 * <p>The files are the server's own; the user that the engine runs as can read them and no more.
 * They hold no secret.
 */
public final class ServerFiles {
  private static final String ACCESS =
      """
      # The superuser logs in from this machine alone; everybody with a password.
      host all %1$s 127.0.0.1/32 scram-sha-256
      host all %1$s all reject
      host all %2$s all scram-sha-256
      """;

  private static final String CONFIGURATION = "postgresql.conf";
  private static final Pattern PORT = Pattern.compile("port = '(\\d{1,5})'");

  private final ServerSpec spec;
  private final RunAs runAs;

  /** The files of that server, for the user that it runs as. */
  ServerFiles(ServerSpec spec, RunAs runAs) {
    this.spec = spec;
    this.runAs = runAs;
  }

  /** The port in the configuration of the volume's last start; empty when there was none. */
  public static OptionalInt configuredPort(PostgresVolume volume) {
    Path file = volume.conf().resolve(CONFIGURATION);
    if (!Files.exists(file)) {
      return OptionalInt.empty();
    }
    try {
      return Files.readAllLines(file).stream()
          .map(PORT::matcher)
          .filter(Matcher::matches)
          .mapToInt(found -> Integer.parseInt(found.group(1)))
          .findFirst();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e), e);
    }
  }

  Path configuration() {
    return spec.volume().conf().resolve(CONFIGURATION);
  }

  /** Writes the files; what a former start wrote is replaced. */
  void write() {
    try {
      Files.createDirectories(spec.volume().conf());
      runAs.requireServersOwn(spec.volume().conf());
      runAs.letPass(spec.volume().conf());
      write(configuration(), lines());
      write(access(), ACCESS.formatted(AdminRole.NAME, logins()));
      write(identities(), "");
      removeAutomatic();
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot write the configuration in %s: %s".formatted(spec.volume().conf(), e), e);
    }
  }

  /** ALTER SYSTEM wrote it where the data came from; it would win over the configuration. */
  private void removeAutomatic() {
    Path automatic = spec.volume().data().resolve("postgresql.auto.conf");
    if (Files.exists(automatic, LinkOption.NOFOLLOW_LINKS)) {
      FileTrees.delete(automatic);
    }
  }

  private String logins() {
    return spec.logins().isEmpty()
        ? "all"
        : spec.logins().stream()
            .map(login -> '"' + printable(login) + '"')
            .collect(Collectors.joining(","));
  }

  private Path access() {
    return spec.volume().conf().resolve("pg_hba.conf");
  }

  private Path identities() {
    return spec.volume().conf().resolve("pg_ident.conf");
  }

  private String lines() {
    Map<String, String> settings = new TreeMap<>(own());
    settings.putAll(spec.settings());
    return settings.entrySet().stream()
        .map(setting -> "%s = '%s'\n".formatted(setting.getKey(), quoted(setting.getValue())))
        .collect(Collectors.joining());
  }

  private Map<String, String> own() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("listen_addresses", String.join(",", spec.addresses()));
    settings.put("port", Integer.toString(spec.port()));
    settings.put("unix_socket_directories", "");
    settings.put("hba_file", access().toString());
    settings.put("ident_file", identities().toString());
    settings.put("password_encryption", "scram-sha-256");
    settings.put("log_destination", "stderr");
    settings.put("logging_collector", "off");
    settings.put("log_line_prefix", "%m [%p] %q%u@%d ");
    settings.put("log_checkpoints", "off");
    settings.put("log_timezone", "UTC");
    if (spec.home().major() >= 14 && Files.isDirectory(Path.of("/proc/self"))) {
      // After a crash the default opens every file, which copies a whole golden up on overlayfs.
      settings.put("recovery_init_sync_method", "syncfs");
    }
    return settings;
  }

  private static String quoted(String value) {
    return printable(value).replace("\\", "\\\\").replace("'", "''");
  }

  /** A line break would begin a line of its own, which says something else. */
  private static String printable(String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new DataPlaneException(
          "a value of the server's configuration has a control character at position %d of %d; import the golden again without that setting"
              .formatted(value.replaceFirst("\\p{Cntrl}(?s).*", "").length() + 1, value.length()));
    }
    return value;
  }

  private void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    runAs.letRead(file);
  }
}
