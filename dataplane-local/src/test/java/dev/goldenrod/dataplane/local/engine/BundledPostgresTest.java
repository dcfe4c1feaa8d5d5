package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BundledPostgresTest {
  private static final List<String> EXTENSIONS =
      List.of(
          "btree_gin",
          "btree_gist",
          "citext",
          "fuzzystrmatch",
          "hstore",
          "intarray",
          "ltree",
          "pg_stat_statements",
          "pg_trgm",
          "pgcrypto",
          "postgres_fdw",
          "tablefunc",
          "unaccent",
          "uuid-ossp");

  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private LocalRoot root;
  private PostgresHome home;

  @BeforeEach
  void unpack() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    home = bundled().unpacked().orElseThrow();
  }

  @Test
  void it_is_unpacked_once() throws IOException {
    assertThat(home.major()).isGreaterThanOrEqualTo(18);
    assertThat(home.isServer()).isTrue();
    assertThat(home.tool("pg_ctl")).isPresent();
    Path marker = Files.createFile(home.bin().resolve("marker"));

    assertThat(bundled().unpacked()).contains(home);
    assertThat(marker).exists();
    try (Stream<Path> engines = Files.list(root.engines())) {
      assertThat(engines).hasSize(1);
    }
  }

  @Test
  void it_runs_a_server_with_the_usual_extensions() throws Exception {
    Path data = Files.createDirectory(root.path().resolve("pgdata"));
    runAs.ownOne(data);
    engine("initdb", "-D", data.toString(), "-A", "trust", "-U", "admin", "--locale=C.UTF-8", "-N");
    int port = freePort();
    String options = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -p " + port;
    String log = data.resolve("log").toString();
    engine("pg_ctl", "-D", data.toString(), "-w", "-l", log, "-o", options, "start");
    try {
      assertThat(creatable(port)).containsAll(EXTENSIONS);
    } finally {
      engine("pg_ctl", "-D", data.toString(), "-w", "-m", "immediate", "stop");
    }
  }

  private static List<String> creatable(int port) throws SQLException {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=admin";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String extension : EXTENSIONS) {
        statement.execute("CREATE EXTENSION \"" + extension + "\"");
      }
      ResultSet names = statement.executeQuery("SELECT array_agg(extname::text) FROM pg_extension");
      names.next();
      return List.of((String[]) names.getArray(1).getArray());
    }
  }

  private BundledPostgres bundled() {
    return new BundledPostgres(root.engines(), new PostgresFolders(runAs));
  }

  private void engine(String program, String... arguments) {
    String path = home.tool(program).orElseThrow().toString();
    Tool.run(runAs.command(Stream.concat(Stream.of(path), Stream.of(arguments)).toList()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
