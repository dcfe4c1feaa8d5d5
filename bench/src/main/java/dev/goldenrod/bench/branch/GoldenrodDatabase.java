package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.environment.ApiDatabases;
import java.sql.Connection;
import java.sql.SQLException;

/** A database that Goldenrod copies. */
record GoldenrodDatabase(ApiDatabases databases, String name) implements CopiedDatabase {
  private static final String COPY = "copy";

  @Override
  public Connection connect() throws SQLException {
    return databases.connect(name);
  }

  @Override
  public double snapshot() {
    return databases.snapshot(name, COPY);
  }

  @Override
  public double branch() {
    return databases.branch(name, COPY);
  }

  @Override
  public void removeCopies() {
    databases.delete(COPY);
    databases.deleteSnapshots(name);
  }

  @Override
  public void remove() {
    databases.delete(name);
  }
}
