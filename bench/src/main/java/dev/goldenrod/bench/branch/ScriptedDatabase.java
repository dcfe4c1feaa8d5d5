package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.launch.ByHandScript;
import dev.goldenrod.dataplane.local.port.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A database that the shell script copies. */
final class ScriptedDatabase implements CopiedDatabase {
  private static final String ADMIN = "goldenrod_admin";

  private final ByHandScript script;
  private final String sync;
  private final int port = Ports.anyFree();

  private ScriptedDatabase(ByHandScript script, String sync) {
    this.script = script;
    this.sync = sync;
  }

  /**
   * Creates the database from a golden.
   *
   * @param sync how PostgreSQL flushes a branch before it recovers: {@code fsync} or {@code syncfs}
   */
  static ScriptedDatabase launch(ByHandScript script, String golden, String sync) {
    ScriptedDatabase database = new ScriptedDatabase(script, sync);
    script.launch(golden, database.parent(), database.port);
    return database;
  }

  private String parent() {
    return "parent-" + sync;
  }

  private String snapshotName() {
    return "snapshot-" + sync;
  }

  private String branchName() {
    return "branch-" + sync;
  }

  @Override
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/%s?sslmode=disable".formatted(port, GeneratedData.DATABASE),
        ADMIN,
        password());
  }

  private String password() {
    try {
      return Files.readString(script.folder(parent()).resolve("admin-password")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the password of the script's database", e);
    }
  }

  @Override
  public double snapshot() {
    return script.snapshot(parent(), port, snapshotName());
  }

  @Override
  public double branch() {
    return script.branch(parent(), port, branchName(), Ports.anyFree(), sync);
  }

  @Override
  public void removeCopies() {
    script.remove(snapshotName());
    script.remove(branchName());
  }

  @Override
  public void remove() {
    script.remove(parent());
  }
}
