package dev.goldenrod.engine.postgres;

import dev.goldenrod.database.Resources;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
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
  private static final int THOUSANDTHS = 1000;

  /** PostgreSQL's default. */
  private static final int MOST_HELPERS = 2;

  /** Four segments: with less, a server would write checkpoints all the time. */
  private static final int SMALLEST_WAL_MIB = 64;

  /** Returns the settings that depend on the resources of a server. */
  static Map<String, String> sizes(Resources resources) {
    Map<String, String> sizes = new TreeMap<>(sizesOfMemory(resources.memoryMib()));
    if (resources.storageMib() > 0) {
      // WAL is part of the storage, and a server that cannot write it stops.
      int share = Math.max(resources.storageMib() / 8, SMALLEST_WAL_MIB);
      sizes.put("max_wal_size", mb(Math.min(resources.memoryMib(), share)));
    }
    if (resources.cpuMillis() > 0) {
      sizes.putAll(sizesOfCores((resources.cpuMillis() + THOUSANDTHS - 1) / THOUSANDTHS));
    }
    return sizes;
  }

  /** Sizes that count for every connection grow with the square root of the memory. */
  private static Map<String, String> sizesOfMemory(int mib) {
    double root = Math.sqrt(mib);
    return Map.of(
        "shared_buffers", mb(mib / 4),
        "effective_cache_size", mb(mib - mib / 4),
        "max_connections", Integer.toString((int) Math.round(root * 3.125)),
        "work_mem", mb((int) Math.round(root / 4)),
        "maintenance_work_mem", mb((int) Math.round(root * 4)),
        // Three workers run at a time, each of which would otherwise use maintenance_work_mem.
        "autovacuum_work_mem", mb((int) Math.round(root)),
        "max_wal_size", mb(mib),
        // Huge pages would stay reserved while the server is idle.
        "huge_pages", "off");
  }

  /** On one core, the workers of a query would only take turns. */
  private static Map<String, String> sizesOfCores(int cores) {
    String helpers = Integer.toString(Math.min(cores - 1, MOST_HELPERS));
    return Map.of(
        "max_parallel_workers", Integer.toString(cores),
        "max_parallel_workers_per_gather", helpers,
        "max_parallel_maintenance_workers", helpers);
  }

  private static String mb(int count) {
    return count + "MB";
  }

  Path main() {
    return context.configuration().resolve(MAIN);
  }

  Map<String, String> texts() {
    return Map.of(
        MAIN,
        lines(),
        ACCESS,
        ACCESS_RULES.formatted(
            PostgresLogin.ADMIN, roles(), context.tls().isPresent() ? "hostssl" : "host"),
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
