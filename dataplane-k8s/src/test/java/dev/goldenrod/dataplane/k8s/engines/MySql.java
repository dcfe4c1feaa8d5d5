package dev.goldenrod.dataplane.k8s.engines;

import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.engine.mysql.MySqlEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** A real MySQL, which the tests of the local data plane have fetched. */
final class MySql implements EngineUnderTest {
  private static final String RELEASE = "8.0";
  private static final Path FETCHED = Path.of("/var/cache/goldenrod/local/engines/mysql-8.0/root");

  @Override
  public Image image() {
    return new Image(
        "mysql:" + RELEASE,
        List.of(FETCHED.resolve("bin").toString()),
        List.of(FETCHED.toString()));
  }

  @Override
  public Origin.Blank blank() {
    return new Origin.Blank(MySqlEngine.TYPE, RELEASE);
  }

  @Override
  public void write(Credentials login, String value) throws SQLException {
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
  public String read(Credentials login) throws SQLException {
    try (Connection connection = connect(login);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (value text)");
      try (ResultSet rows = statement.executeQuery("SELECT max(value) FROM kept")) {
        rows.next();
        return Optional.ofNullable(rows.getString(1)).orElse("");
      }
    }
  }

  @Override
  public void close() {}

  private static Connection connect(Credentials login) throws SQLException {
    String url =
        "jdbc:mariadb://%s:%d/%s?sslMode=trust"
            .formatted(login.host(), login.port(), login.dbname());
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
