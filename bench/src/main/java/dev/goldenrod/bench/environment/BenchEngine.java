package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.GoldenSize;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a benchmark of databases has to know of an engine. */
public interface BenchEngine {
  /** As the API names it. */
  String type();

  /** The release that is measured there. */
  String version(BenchContext context);

  /** Has the server of that data directory find the engine, in the folder or where it may be. */
  void install(Path dataDir, @Nullable Path folder);

  /** Where a client of JDBC finds the database. */
  String url(String host, int port, String database);

  /** Makes a table of so many bytes. */
  void fill(Connection connection, GoldenSize size) throws SQLException;

  /** What makes the table {@code writes (id, value, text)} with ids from 0, unless it is there. */
  List<String> writeTable(int rows);
}
