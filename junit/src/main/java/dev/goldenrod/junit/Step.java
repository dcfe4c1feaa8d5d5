package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Supplier;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import org.flywaydb.core.Flyway;

/** A step of a recipe, which fills the database of a golden. */
interface Step {
  /** Throws if the class path lacks the tool of the step; the message names the artifact. */
  default void requireUsable() {}

  /** Returns everything that the result depends on: content by name. */
  Map<String, byte[]> ingredients();

  /**
   * Runs the step. Any exception fails the test.
   *
   * @param database the login of the database's owner
   */
  void run(Credentials database) throws SQLException;

  /** A SQL script. */
  record Script(String name, Supplier<byte[]> sql) implements Step {
    @Override
    public Map<String, byte[]> ingredients() {
      return Map.of("script", sql.get());
    }

    String text() {
      return new String(sql.get(), StandardCharsets.UTF_8);
    }

    @Override
    public void run(Credentials database) throws SQLException {
      try (Connection connection = Logins.dataSource(database).getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute(text());
      } catch (SQLException e) {
        throw new SQLException("script %s: %s".formatted(name, e.getMessage()), e.getSQLState(), e);
      }
    }
  }

  /** User code that fills the database. */
  record Code(String version, Initializer code) implements Step {
    @Override
    public Map<String, byte[]> ingredients() {
      return Map.of("initializer", version.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void run(Credentials database) throws SQLException {
      code.fill(Logins.dataSource(database));
    }
  }

  /** Flyway migrations on the class path. */
  record FlywayMigrations(String folder) implements Step {
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
    public void run(Credentials database) {
      Flyway.configure()
          .dataSource(Logins.dataSource(database))
          .locations("classpath:" + folder)
          .load()
          .migrate();
    }
  }

  /** A Liquibase change log on the class path, with the other files in its folder. */
  record LiquibaseChangeLog(String changeLog) implements Step {
    @Override
    public void requireUsable() {
      ClassPath.requireClass("liquibase(…)", "org.liquibase:liquibase-core", "liquibase.Liquibase");
    }

    @Override
    public Map<String, byte[]> ingredients() {
      int slash = changeLog.lastIndexOf('/');
      return slash < 0
          ? Map.of(changeLog, ClassPath.read(changeLog))
          : ClassPath.folder(changeLog.substring(0, slash));
    }

    @Override
    public void run(Credentials database) throws SQLException {
      try (Connection connection = Logins.dataSource(database).getConnection()) {
        new CommandScope(UpdateCommandStep.COMMAND_NAME)
            .addArgumentValue(
                DbUrlConnectionArgumentsCommandStep.DATABASE_ARG,
                DatabaseFactory.getInstance()
                    .findCorrectDatabaseImplementation(new JdbcConnection(connection)))
            .addArgumentValue(UpdateCommandStep.CHANGELOG_FILE_ARG, changeLog)
            .execute();
      } catch (LiquibaseException e) {
        throw new SQLException("change log %s: %s".formatted(changeLog, e.getMessage()), e);
      }
    }
  }
}
