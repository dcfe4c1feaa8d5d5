package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DataPlaneRestartContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Real databases of MySQL, in one data directory for all tests. */
class LocalMySqlContractTest extends DataPlaneRestartContract {
  @TempDir static Path folder;
  private static Installation installed;
  private LocalDataPlane plane;

  @BeforeAll
  static void install_mysql() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    installed = CachedMySql.installInto(dataDir());
  }

  @AfterAll
  static void take_all_away() {
    EngineReport.ran(installed, LocalEngines.open(dataDir(), null).list());
    LocalDataPlane.purge(dataDir());
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(LocalOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin.Blank blank() {
    return new Origin.Blank(MySqlEngine.TYPE, CachedMySql.RELEASE);
  }

  @Override
  protected Origin origin() {
    return blank();
  }

  /** The first database waits until MySQL has made its own tables. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(3);
  }

  @Override
  protected void write(Credentials login, String value) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO kept VALUES (?)")) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (value text)");
      statement.execute("DELETE FROM kept");
      insert.setString(1, value);
      insert.execute();
    }
  }

  @Override
  protected String read(Credentials login) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (value text)");
      try (ResultSet rows = statement.executeQuery("SELECT max(value) FROM kept")) {
        rows.next();
        return Optional.ofNullable(rows.getString(1)).orElse("");
      }
    }
  }

  private static Connection connect(Credentials login) throws SQLException {
    String url =
        "jdbc:mariadb://%s:%d/%s?sslMode=trust"
            .formatted(login.host(), login.port(), login.dbname());
    return DriverManager.getConnection(url, login.username(), login.password());
  }

  private static Path dataDir() {
    return folder.resolve("data");
  }
}
