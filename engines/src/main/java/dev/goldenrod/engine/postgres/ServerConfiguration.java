package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerTls;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The complete configuration of a server: no setting that came with the data applies. Holds no
 * secret.
 *
 * @param settings override those that Goldenrod sets itself
 * @param logins the roles that may log in besides the superuser; empty for all
 */
record ServerConfiguration(
    ServerContext context, Map<String, String> settings, List<String> logins) {
  private static final String MAIN = "postgresql.conf";
  private static final String ACCESS = "pg_hba.conf";
  private static final String IDENTITIES = "pg_ident.conf";
  private static final String ACCESS_RULES =
      """
      # The superuser logs in from this machine alone; everybody with a password.
      host all %1$s 127.0.0.1/32 scram-sha-256
      host all %1$s all reject
      %3$s all %2$s all scram-sha-256
      """;

  private static final int FIRST_WITH_SYNCFS = 14;

  Path main() {
    return context.configuration().resolve(MAIN);
  }

  Map<String, String> texts() {
    return Map.of(
        MAIN,
        lines(),
        ACCESS,
        ACCESS_RULES.formatted(
            AdminRole.NAME, roles(), context.tls().isPresent() ? "hostssl" : "host"),
        IDENTITIES,
        "");
  }

  private String roles() {
    return logins.isEmpty()
        ? "all"
        : logins.stream()
            .map(login -> '"' + printable(login) + '"')
            .collect(Collectors.joining(","));
  }

  private String lines() {
    Map<String, String> all = new TreeMap<>(own());
    all.putAll(settings);
    return all.entrySet().stream()
        .map(setting -> "%s = '%s'\n".formatted(setting.getKey(), quoted(setting.getValue())))
        .collect(Collectors.joining());
  }

  private Map<String, String> own() {
    Map<String, String> own = new TreeMap<>();
    own.put("cluster_name", context.name());
    own.put("listen_addresses", String.join(",", context.addresses()));
    own.put("port", Integer.toString(context.port()));
    own.put("unix_socket_directories", "");
    own.put("hba_file", context.configuration().resolve(ACCESS).toString());
    own.put("ident_file", context.configuration().resolve(IDENTITIES).toString());
    own.put("password_encryption", "scram-sha-256");
    context.tls().ifPresent(tls -> own.putAll(tls(tls)));
    own.put("log_destination", "stderr");
    own.put("logging_collector", "off");
    own.put("log_line_prefix", "%m [%p] %q%u@%d ");
    own.put("log_checkpoints", "off");
    own.put("log_timezone", "UTC");
    if (PostgresEngine.major(context.info()) >= FIRST_WITH_SYNCFS && context.isLinux()) {
      // After a crash, the default opens every file, which copies up a whole golden on overlayfs.
      own.put("recovery_init_sync_method", "syncfs");
    }
    return own;
  }

  private static Map<String, String> tls(ServerTls tls) {
    return Map.of(
        "ssl",
        "on",
        "ssl_cert_file",
        tls.identity().toString(),
        "ssl_key_file",
        tls.identity().toString(),
        "ssl_min_protocol_version",
        "TLSv1.2");
  }

  private static String quoted(String value) {
    return printable(value).replace("\\", "\\\\").replace("'", "''");
  }

  /** A line break would start another setting. */
  private static String printable(String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new DataPlaneException(
          "a value of the server's configuration has a control character at position %d of %d; import the golden again without that setting"
              .formatted(value.replaceFirst("\\p{Cntrl}(?s).*", "").length() + 1, value.length()));
    }
    return value;
  }
}
