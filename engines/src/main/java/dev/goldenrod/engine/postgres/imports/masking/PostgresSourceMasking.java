package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.imports.Masking;
import dev.goldenrod.engine.imports.SourceMasking;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.masking.detect.Detector;
import dev.goldenrod.masking.detect.PlanWriter;
import dev.goldenrod.masking.detect.Samples;
import dev.goldenrod.masking.rules.CheckResult;
import dev.goldenrod.masking.rules.Identifiers;
import dev.goldenrod.masking.rules.MaskingPlan;
import dev.goldenrod.masking.rules.RuleCheck;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.MaskingPreview;
import java.sql.Connection;
import java.sql.SQLException;

/** Compares masking rules with sources, in sessions that can only read. */
public final class PostgresSourceMasking implements SourceMasking {
  private static final String UTF8 = "UTF8";

  private interface Reading<T> {
    T read(Connection connection) throws SQLException;
  }

  @Override
  public String plan(SourceCredentials credentials) {
    return reading(
        SourceLogin.of(credentials),
        connection -> {
          SourceTables tables = SchemaReader.read(connection);
          Detector detector =
              new Detector(tables.schema(), new RowSamples(connection, tables.schema()));
          return new PlanWriter(tables.schema(), detector).write(tables.objects());
        });
  }

  @Override
  public CheckResult check(SourceCredentials credentials, Masking masking) {
    return reading(
        SourceLogin.of(credentials), connection -> check(masking, SchemaReader.read(connection)));
  }

  @Override
  public void require(SourceCredentials credentials, Masking masking, StepReport report) {
    SourceLogin login = SourceLogin.of(credentials);
    reading(
        login,
        connection -> {
          requireEncoding(login, connection);
          SourceTables tables = SchemaReader.read(connection);
          CheckResult result = check(masking, tables);
          plan(login, result);
          result.warnings().forEach(warning -> report.warn(warning.toString()));
          return result;
        });
  }

  @Override
  public MaskingPreview preview(SourceCredentials credentials, Masking masking, String table) {
    SourceLogin login = SourceLogin.of(credentials);
    return reading(
        login,
        connection -> {
          requireEncoding(login, connection);
          SourceTables tables = SchemaReader.read(connection);
          MaskingPlan plan = plan(login, check(masking, tables));
          return Identifiers.parse(table)
              .flatMap(plan::table)
              .map(mask -> new RowPreview(connection, masking.key()).of(mask))
              .orElseThrow(
                  () ->
                      new DataPlaneException(
                          "table '%s' has no rows that an import copies: it does not exist in %s, or a rule drops its rows; give its name as the rules do"
                              .formatted(table, login.describe())));
        });
  }

  static CheckResult check(Masking masking, SourceTables tables) {
    return new RuleCheck(
            masking.rules(), masking.key(), new Detector(tables.schema(), Samples.NONE))
        .check(tables.schema(), tables.objects());
  }

  /**
   * Returns the plan of a check.
   *
   * @throws DataPlaneException if the rules have errors
   */
  static MaskingPlan plan(SourceLogin login, CheckResult result) {
    MaskingPlan plan = result.plan();
    if (plan == null) {
      throw RuleFindings.failure(login.describe(), result);
    }
    return plan;
  }

  private static void requireEncoding(SourceLogin login, Connection connection)
      throws SQLException {
    String encoding = Sql.texts(connection, "SHOW server_encoding").get(0);
    if (encoding.equals("SQL_ASCII")) {
      throw new DataPlaneException(
          "%s has the encoding SQL_ASCII, whose text cannot be masked because nothing says what its bytes mean: convert the database to %s"
              .formatted(login.describe(), UTF8));
    }
  }

  private static <T> T reading(SourceLogin login, Reading<T> reading) {
    try (Connection connection = login.connect(weakness -> {})) {
      connection.setReadOnly(true);
      return reading.read(connection);
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }
}
