package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A PostgreSQL store whose rows can be kept in a phase: a trigger makes transactions that end the
 * phase wait for a lock of the test. A server can therefore be killed in any phase, however short.
 */
final class PhaseLockedStore implements AutoCloseable {
  private static final String TRIGGER =
      """
      CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.phase <> OLD.phase THEN
          PERFORM pg_advisory_xact_lock_shared(hashtext(upper(OLD.phase)));
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER hold BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION hold();
      CREATE TRIGGER hold BEFORE UPDATE ON instances FOR EACH ROW EXECUTE FUNCTION hold();
      """;

  private final ScratchPostgres postgres;
  private Connection holder;

  private PhaseLockedStore(ScratchPostgres postgres) {
    this.postgres = postgres;
  }

  static PhaseLockedStore start(Path folder) {
    RunAs runAs = RunAs.detect();
    LocalRoot root =
        LocalRoot.open(folder.resolve("store"), "test-store-" + UUID.randomUUID(), runAs);
    Installation home =
        Installations.find(root, runAs, List.of())
            .newestServer(PostgresEngine.TYPE)
            .orElseThrow(AssertionError::new);
    return new PhaseLockedStore(
        ScratchPostgres.start(home, runAs, root, "control", Map.of("fsync", "off")));
  }

  ServerProcess serves(ServerProcess server) {
    String url =
        "jdbc:postgresql://%s:%d/%s"
            .formatted(postgres.host(), postgres.port(), postgres.database());
    return server
        .withVariable("GOLDENROD_STORE_URL", url)
        .withVariable("GOLDENROD_STORE_USER", postgres.database())
        .withVariable("GOLDENROD_STORE_PASSWORD", postgres.password());
  }

  /** Installs the trigger once the server has created its tables. */
  void prepare() throws SQLException {
    holder = postgres.connect();
    execute(TRIGGER);
  }

  /** Blocks transitions out of the phase. */
  void hold(String phase) throws SQLException {
    execute("SELECT pg_advisory_lock(hashtext(upper('" + phase + "')))");
  }

  void release(String phase) throws SQLException {
    execute("SELECT pg_advisory_unlock(hashtext(upper('" + phase + "')))");
  }

  /** Waits until a row's work in its phase is done and only the transition is blocked. */
  void awaitLeaving() {
    await("held up").until(this::heldUp, waiting -> waiting > 0);
  }

  /** Ends connections of a killed server, which PostgreSQL would only detect later. */
  void forgetKilled() throws SQLException {
    execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            + " WHERE backend_type = 'client backend'"
            + " AND datname = current_database() AND pid <> pg_backend_pid()");
  }

  private long heldUp() {
    try (Statement statement = holder.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = holder.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    postgres.close();
  }
}
