package dev.goldenrod.bench.imports;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Fills sources with generated rows. */
final class SourceData {
  /** The bytes that a row of each of the two large tables takes together, with their indexes. */
  private static final int ROW = 350;

  private static final int ROWS_OF_SMALL_TABLE = 200;
  private static final int BATCH = 100;

  private SourceData() {}

  static void fill(ScratchPostgres source, SourceSize size) {
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement()) {
      if (size.tables() > 0) {
        fillSmallTables(statement, size.tables());
      } else {
        fillLargeTables(statement, size.bytes() / ROW);
      }
      statement.execute("ANALYZE");
    } catch (SQLException e) {
      throw new BenchFailure("the data of " + size.label() + " cannot be created: " + e, e);
    }
  }

  private static void fillLargeTables(Statement statement, long rows) throws SQLException {
    statement.execute(
        """
        CREATE TABLE orders AS
          SELECT id, (id * 7919) %% 50000 AS customer, now() AS placed, md5(id::text) AS note
            FROM generate_series(1::bigint, %1$d) AS id;
        CREATE TABLE lines AS
          SELECT id, 1 + (id * 104729) %% %1$d AS order_id, (id %% 900) / 7.0 AS price,
                 repeat(md5(id::text), 3) AS text
            FROM generate_series(1::bigint, %1$d) AS id;
        ALTER TABLE orders ADD PRIMARY KEY (id);
        ALTER TABLE lines ADD PRIMARY KEY (id);
        CREATE INDEX ON orders (customer);
        CREATE INDEX ON lines (order_id);
        ALTER TABLE lines ADD FOREIGN KEY (order_id) REFERENCES orders
        """
            .formatted(rows));
  }

  /** Creates tables in batches, since each takes locks. Each refers to the one before. */
  private static void fillSmallTables(Statement statement, int tables) throws SQLException {
    for (int first = 1; first <= tables; first += BATCH) {
      statement.execute(
          """
          DO $$ BEGIN FOR i IN %d..%d LOOP
            EXECUTE format('CREATE TABLE small_%%1$s (id serial PRIMARY KEY, parent integer, name text UNIQUE, made timestamptz DEFAULT now())', i);
            EXECUTE format('INSERT INTO small_%%1$s (parent, name) SELECT n, md5(n::text) FROM generate_series(1, %d) n', i);
            EXECUTE format('CREATE INDEX ON small_%%1$s (parent)', i);
            EXECUTE format('ALTER TABLE small_%%1$s ADD FOREIGN KEY (parent) REFERENCES small_%%2$s', i, greatest(1, i - 1));
          END LOOP; END $$
          """
              .formatted(first, Math.min(tables, first + BATCH - 1), ROWS_OF_SMALL_TABLE));
    }
  }
}
