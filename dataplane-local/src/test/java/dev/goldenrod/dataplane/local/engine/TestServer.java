package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server in a test's directory; closing it stops it as in a crash. */
public final class TestServer implements AutoCloseable {
  private static final String PATIENCE_SECONDS = "300";

  private final Installation home;
  private final RunAs runAs;
  private final Path data;
  private final int port;

  private TestServer(Installation home, RunAs runAs, Path data, int port) {
    this.home = home;
    this.runAs = runAs;
    this.data = data;
    this.port = port;
  }

  /** Creates a cluster in the empty directory. */
  public static void initialize(Installation home, RunAs runAs, Path data) {
    run(home, runAs, "initdb", "-D", data.toString(), "-A", "trust", "-U", "admin", "-N");
  }

  public static TestServer start(Installation home, RunAs runAs, Path data) {
    int port = Ports.anyFree();
    run(
        home,
        runAs,
        "pg_ctl",
        "-D",
        data.toString(),
        "-w",
        "-t",
        PATIENCE_SECONDS,
        "-l",
        data.resolve("log").toString(),
        "-o",
        "-c recovery_init_sync_method=syncfs -c listen_addresses=127.0.0.1"
            + " -c unix_socket_directories= -p "
            + port,
        "start");
    return new TestServer(home, runAs, data, port);
  }

  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the query's first column. */
  public List<String> query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  /** Shuts the server down cleanly. */
  public void stop() {
    stop("fast");
  }

  @Override
  public void close() {
    if (data.resolve("postmaster.pid").toFile().exists()) {
      stop("immediate");
    }
  }

  private void stop(String mode) {
    run(
        home,
        runAs,
        "pg_ctl",
        "-D",
        data.toString(),
        "-w",
        "-t",
        PATIENCE_SECONDS,
        "-m",
        mode,
        "stop");
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=admin");
  }

  private static void run(Installation home, RunAs runAs, String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(home.bin().resolve(program).toString()));
    command.addAll(List.of(arguments));
    Tool.run(runAs.command(command));
  }
}
