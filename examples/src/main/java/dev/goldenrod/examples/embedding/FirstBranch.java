package dev.goldenrod.examples.embedding;

import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.embedded.Goldenrod;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** Creates a database and a branch of it while the database is in use. */
public final class FirstBranch {
  private FirstBranch() {}

  /** Takes the folder for Goldenrod's data, and a version of PostgreSQL. */
  public static void main(String[] args) throws SQLException {
    run(Path.of(args[0]), args[1]);
  }

  static void run(Path folder, String version) throws SQLException {
    try (Goldenrod goldenrod = Goldenrod.open(folder)) {
      Actor me = goldenrod.control().admin();
      Databases databases = goldenrod.control().databases();
      databases.create(
          me,
          new Databases.Create("shop", DatabaseType.POSTGRESQL, version, DatabaseConfig.DEFAULT));
      databases.awaitRunning(me, "shop", Duration.ofMinutes(2));
      databases.branch(me, "shop", new Databases.Branch("shop-next", "to try the migration"));
      Database branch = databases.awaitRunning(me, "shop-next", Duration.ofMinutes(1));
      Credentials login = databases.credentials(me, branch);
      try (Connection connection =
          DriverManager.getConnection(login.jdbcUrl(), login.username(), login.password())) {
        connection.createStatement().execute("create table tea (name text)");
      }
    }
  }
}
