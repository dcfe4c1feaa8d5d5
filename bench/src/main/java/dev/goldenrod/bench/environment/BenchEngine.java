package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.GoldenSize;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The differences between engines for benchmarks of databases. */
public interface BenchEngine {
  String type();

  /** Returns the release that is measured. */
  String version(BenchContext context);

  /** Installs the engine before the server starts: from the directory, or by default. */
  void install(Path dataDir, @Nullable Path folder);

  String url(String host, int port, String database);

  /** Creates a table of the given size. */
  void fill(Connection connection, GoldenSize size) throws SQLException;

  /** Returns statements that create {@code writes (id, value, text)} with ids from 0, if absent. */
  List<String> writeTable(int rows);
}
