package dev.goldenrod.junit;

import java.util.Map;
import org.flywaydb.core.Flyway;

/** Migrations of the class path. */
record FlywayStep(String folder) implements Step {
  @Override
  public void requireUsable() {
    ClassPath.requireClass(
        "migrations(…)",
        "org.flywaydb:flyway-database-postgresql",
        "org.flywaydb.database.postgresql.PostgreSQLDatabaseType",
        // Before Flyway 10 it was in the core.
        "org.flywaydb.core.internal.database.postgresql.PostgreSQLDatabaseType");
  }

  @Override
  public Map<String, byte[]> ingredients() {
    return ClassPath.folder(folder);
  }

  @Override
  public void run(FillTarget database) {
    Flyway.configure()
        .dataSource(database.dataSource())
        .locations("classpath:" + folder)
        .load()
        .migrate();
  }
}
