package dev.goldenrod.engine.postgres.imports.dump;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.engine.imports.Importer;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.SourceMasking;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.engine.postgres.imports.masking.PostgresSourceMasking;
import dev.goldenrod.engine.postgres.imports.source.SourceCatalog;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportSpec;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** Imports PostgreSQL databases by dumping and restoring them. */
public final class PostgresImporter implements Importer {
  private static final SourceMasking MASKING = new PostgresSourceMasking();

  static final ObjectMapper JSON = new ObjectMapper();

  /** The class of the SQLSTATEs of broken sessions, which are no errors that a server reports. */
  private static final String CONNECTION_EXCEPTION = "08";

  @Override
  public String type() {
    return PostgresEngine.TYPE;
  }

  @Override
  public ProbedSource probe(SourceCredentials credentials, String release, StepReport report) {
    SourceLogin login = SourceLogin.of(credentials);
    try (Connection connection = login.connect(report::warn)) {
      connection.setReadOnly(true);
      SourceCatalog catalog = new SourceCatalog(connection);
      catalog.subscriptions().forEach(name -> report.warn(subscriptionLeftOut(name)));
      CatalogChecks.rowSecurityWarnings(connection).forEach(report::warn);
      SourceMetadata source = catalog.read();
      catalog.lostSettings(source).forEach(report::warn);
      catalog.lostLimit().ifPresent(report::warn);
      requireMajor(login, source.major(), release);
      return new PostgresSource(source);
    } catch (SQLException e) {
      throw login.failed(e);
    }
  }

  @Override
  public ProbedSource readSource(byte[] json) throws IOException {
    return new PostgresSource(JSON.readValue(json, SourceMetadata.class));
  }

  @Override
  public SourceMasking masking() {
    return MASKING;
  }

  @Override
  public String describe(SourceCredentials credentials) {
    return SourceLogin.of(credentials).describe();
  }

  @Override
  public boolean isLostSession(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && String.valueOf(sql.getSQLState()).startsWith(CONNECTION_EXCEPTION)) {
        return true;
      }
    }
    return false;
  }

  static byte[] json(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String subscriptionLeftOut(String name) {
    return "subscription '%s' is left out: clones must not connect to its publisher"
        .formatted(name);
  }

  private static void requireMajor(SourceLogin login, int actual, String expected) {
    if (!expected.isEmpty() && actual != Integer.parseInt(expected)) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d, but the import specifies pg_major %s; specify %d, or leave pg_major out"
              .formatted(login.describe(), actual, expected, actual));
    }
    if (actual < ImportSpec.OLDEST_MAJOR) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d; imports need %d or newer, so upgrade the source first"
              .formatted(login.describe(), actual, ImportSpec.OLDEST_MAJOR));
    }
  }
}
