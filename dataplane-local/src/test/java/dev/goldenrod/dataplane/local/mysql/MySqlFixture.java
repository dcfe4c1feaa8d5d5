package dev.goldenrod.dataplane.local.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.EngineFixture;
import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

final class MySqlFixture extends EngineFixture {
  MySqlFixture(Path folder) throws IOException {
    super(folder, CachedMySql::installInto);
  }

  Connection connect(DatabaseSpec spec) throws SQLException {
    return connect(login(spec), "sslMode=trust");
  }

  static Connection connect(Credentials login, String options) throws SQLException {
    String url =
        "jdbc:mariadb://%s:%d/%s?%s".formatted(login.host(), login.port(), login.dbname(), options);
    return DriverManager.getConnection(url, login.username(), login.password());
  }

  void execute(DatabaseSpec spec, String... statements) throws SQLException {
    try (Connection connection = connect(spec);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String query(DatabaseSpec spec, String sql) throws SQLException {
    try (Connection connection = connect(spec);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
