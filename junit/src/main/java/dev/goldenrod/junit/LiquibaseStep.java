package dev.goldenrod.junit;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import liquibase.command.CommandScope;
import liquibase.command.core.UpdateCommandStep;
import liquibase.command.core.helpers.DbUrlConnectionArgumentsCommandStep;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;

/** A Liquibase change log on the class path, with the other files in its folder. */
record LiquibaseStep(String changeLog) implements Step {
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
  public void run(FillTarget database) throws SQLException {
    try (Connection connection = database.dataSource().getConnection()) {
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
