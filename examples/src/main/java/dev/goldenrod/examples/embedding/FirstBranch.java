package dev.goldenrod.examples.embedding;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/** Makes a database and a branch of it, while the database is in use. */
public final class FirstBranch {
  private FirstBranch() {}

  /** Takes the folder that Goldenrod keeps everything in, and a version of PostgreSQL. */
  public static void main(String[] args) throws SQLException {
    run(Path.of(args[0]), args[1]);
  }

  static void run(Path folder, String version) throws SQLException {
    try (DataDirectory directory = DataDirectory.lock(folder);
        DataPlane dataPlane = LocalDataPlane.open(LocalOptions.builder(directory).build());
        Store store = JdbiStore.h2(directory.store());
        ControlPlane control =
            ControlPlane.builder().store(store).dataPlane(dataPlane).build().start()) {
      Actor me = control.admin();
      Databases databases = control.databases();

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
