package dev.goldenrod.junit;

import java.util.Map;
import org.flywaydb.core.Flyway;

/** Flyway migrations on the class path. */
record FlywayStep(String folder) implements Step {
  @Override
  public void requireUsable() {
    ClassPath.requireClass(
        "migrations(…)",
        "org.flywaydb:flyway-database-postgresql",
        "org.flywaydb.database.postgresql.PostgreSQLDatabaseType",
        // Location before Flyway 10.
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
