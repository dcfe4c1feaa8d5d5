package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Finds out whether the source can be imported, before anything is made. */
final class ProbeStep implements Step {
  private static final int OLDEST_MAJOR = 13;

  private final ImportContext context;

  ProbeStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) throws SQLException {
    staging.removeAll();
    staging.create();
    SourceLogin login = SourceLogin.of(spec.source(), context.secrets());
    SourceMetadata facts = read(login, report);
    requireMajor(login, facts.major(), spec.pgMajor());
    context.homes().server(facts.major());
    Restore.requireTools(context.homes(), facts.major());
    requireRoom(login, facts.sizeBytes());
    staging.save(facts);
    return new ImportResult(facts.major(), "", 0);
  }

  private static SourceMetadata read(SourceLogin login, StepReport report) throws SQLException {
    try (Connection connection = login.connect(report::warn)) {
      connection.setReadOnly(true);
      SourceCatalog catalog = new SourceCatalog(connection);
      warnOfSubscriptions(catalog.subscriptions(), report);
      ForcedRowSecurity.warnings(connection).forEach(report::warn);
      SourceMetadata facts = catalog.read();
      RoleSettings.warnings(connection, facts).forEach(report::warn);
      return facts;
    }
  }

  private static void warnOfSubscriptions(List<String> names, StepReport report) {
    names.forEach(
        name ->
            report.warn(
                "subscription '%s' is left out: clones must not connect to its publisher"
                    .formatted(name)));
  }

  private static void requireMajor(SourceLogin login, int actual, int expected) {
    if (expected > 0 && actual != expected) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d, but the import was asked for pg_major %d; ask for %d, or leave pg_major out"
              .formatted(login.describe(), actual, expected, actual));
    }
    if (actual < OLDEST_MAJOR) {
      throw new DataPlaneException(
          "%s runs PostgreSQL %d; imports need %d or newer, so upgrade the source first"
              .formatted(login.describe(), actual, OLDEST_MAJOR));
    }
  }

  private void requireRoom(SourceLogin login, long needed) {
    long free = context.volumes().freeBytes();
    if (free < needed) {
      throw new DataPlaneException(
          "%s holds %s, but only %s are free in %s; free some, or choose a --data-dir on a larger disk"
              .formatted(
                  login.describe(),
                  Bytes.text(needed),
                  Bytes.text(free),
                  context.volumes().description()));
    }
  }
}
