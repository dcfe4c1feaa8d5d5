package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates data with one empty database, which the client user owns. */
final class BlankDatabase {
  private static final String DATABASE = "app";
  private static final String USER = "goldenrod";

  private final DataDirectoryContext blank;
  private final DatabaseInfo info;

  BlankDatabase(DataDirectoryContext blank) {
    this.blank = blank;
    this.info = new DatabaseInfo(MySqlEngine.TYPE, blank.release(), DATABASE, USER, Map.of());
  }

  DatabaseInfo make() {
    initialise();
    keepAuthority();
    try (ServerRunner.Running server = blank.servers().start(info, MySqlServer::new)) {
      createDatabase(server.port());
    } catch (SQLException e) {
      throw new DataPlaneException("cannot create an empty database: " + e.getMessage(), e);
    }
    return info;
  }

  /** The administrator has a password from the start, so no server ever runs without one. */
  private void initialise() {
    String password = AdminPassword.create(blank.files()).text();
    String statements =
        """
        RENAME USER 'root'@'localhost' TO '%1$s'@'127.0.0.1';
        ALTER USER '%1$s'@'127.0.0.1' IDENTIFIED BY '%2$s';
        """
            .formatted(MySqlLogin.ADMIN, password);
    String name = "administrator.sql";
    Path script = blank.tools().write(name, statements.getBytes(StandardCharsets.UTF_8));
    List<String> output = new ArrayList<>();
    int exitCode = blank.tools().run("initialize.log", command(script), Map.of(), output::add);
    blank.tools().remove(name);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "mysqld %s could not create its data in %s: %s"
              .formatted(blank.release(), blank.data(), OneLine.of(String.join("\n", output))));
    }
  }

  private List<String> command(Path script) {
    return List.of(
        blank.program().apply("mysqld"),
        "--no-defaults",
        "--initialize-insecure",
        "--datadir=" + blank.data(),
        "--tmpdir=" + blank.data(),
        "--socket=",
        "--character-set-server=utf8mb4",
        "--loose-innodb-redo-log-capacity=32M",
        "--innodb-use-native-aio=OFF",
        "--init-file=" + script);
  }

  private void keepAuthority() {
    List<String> lines = new ArrayList<>();
    List<String> command = List.of("cat", blank.data().resolve("ca.pem").toString());
    int exitCode = blank.tools().run("authority.log", command, Map.of(), lines::add);
    String text = String.join("\n", lines) + "\n";
    if (exitCode != 0) {
      throw new DataPlaneException(
          "mysqld %s created no certificate that identifies its servers: %s"
              .formatted(blank.release(), OneLine.of(text)));
    }
    blank.files().write(MySqlLogin.AUTHORITY, text);
  }

  private void createDatabase(int port) throws SQLException {
    try (Connection admin = new MySqlLogin(blank.files(), Optional.empty()).openAsAdmin(port);
        Statement statement = admin.createStatement()) {
      statement.execute("CREATE DATABASE %s CHARACTER SET utf8mb4".formatted(DATABASE));
      statement.execute("CREATE USER '%s'@'%%' ACCOUNT LOCK".formatted(USER));
      statement.execute(grant(info));
    }
  }

  static String grant(DatabaseInfo info) {
    return "GRANT ALL PRIVILEGES ON `%s`.* TO '%s'@'%%'".formatted(info.database(), info.user());
  }
}
