package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerContext.ServerTls;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The complete configuration of a server. Nothing else is read. Holds no secret. */
record ServerConfiguration(ServerContext context) {
  private static final String MAIN = "my.cnf";
  private static final int LARGE_MEMORY_MIB = 1024;

  Path main() {
    return context.configuration().resolve(MAIN);
  }

  Map<String, String> texts() {
    Map<String, String> all = new TreeMap<>(sizes());
    all.putAll(network());
    all.putAll(files());
    all.putAll(fileAccess());
    context.tls().ifPresent(tls -> all.putAll(tls(tls)));
    return Map.of(
        MAIN,
        all.entrySet().stream()
            .map(setting -> "%s = %s\n".formatted(setting.getKey(), quoted(setting.getValue())))
            .collect(Collectors.joining("", "[mysqld]\n", "")));
  }

  /** Sizes that count for every connection grow with the square root of the memory. */
  private Map<String, String> sizes() {
    int memory = context.memoryMib();
    boolean large = memory >= LARGE_MEMORY_MIB;
    return Map.of(
        "innodb_buffer_pool_size",
        (large ? memory / 2 : memory / 4) + "M",
        "max_connections",
        Integer.toString((int) Math.round(Math.sqrt(memory) * 3.125)),
        // Its tables would use most of the memory of a small database.
        "performance_schema",
        large ? "ON" : "OFF",
        // A copy recovers the redo log, which is also a large part of an empty volume.
        "loose_innodb_redo_log_capacity",
        Math.max(32, memory / 16) + "M");
  }

  private Map<String, String> network() {
    return Map.of(
        "bind_address", String.join(",", context.addresses()),
        "port", Integer.toString(context.port()),
        "skip_name_resolve", "ON",
        // A Unix socket's path is limited to 107 characters, and the X protocol needs another port.
        "socket", "",
        "loose_mysqlx", "OFF");
  }

  private Map<String, String> files() {
    String data = context.data().toString();
    return Map.of(
        "datadir",
        data,
        // Clients cannot change it: acknowledged commits are on disk, and so in every copy.
        "innodb_flush_log_at_trx_commit",
        "1",
        "tmpdir",
        data,
        "pid_file",
        context.data().resolve(MySqlServer.PID_FILE).toString(),
        "character_set_server",
        "utf8mb4",
        "skip_log_bin",
        "ON",
        // The kernel would continue native AIO while the threads are stopped, and tear a copy.
        "innodb_use_native_aio",
        "OFF",
        // Pages per second, the default from 8.4 on: a copy of an idle server has none to recover.
        "innodb_io_capacity",
        "10000");
  }

  /** Keeps clients from the server's files. */
  private static Map<String, String> fileAccess() {
    return Map.of("local_infile", "OFF", "secure_file_priv", "NULL");
  }

  private static Map<String, String> tls(ServerTls tls) {
    return Map.of(
        "require_secure_transport", "ON",
        "tls_version", "TLSv1.2,TLSv1.3",
        "ssl_ca", tls.authority().toString(),
        "ssl_cert", tls.identity().toString(),
        "ssl_key", tls.identity().toString());
  }

  private static String quoted(String value) {
    if (value.chars().anyMatch(letter -> Character.isISOControl(letter) || letter == '"')) {
      throw new DataPlaneException(
          "'%s' cannot be used in a MySQL configuration"
              .formatted(value.replaceAll("[\\p{Cntrl}\"]", "?")));
    }
    return '"' + value.replace("\\", "\\\\") + '"';
  }
}
