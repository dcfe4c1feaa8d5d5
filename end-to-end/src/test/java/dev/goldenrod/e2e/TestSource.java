package dev.goldenrod.e2e;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A PostgreSQL server with everything that an import has to copy. */
final class TestSource implements AutoCloseable {
  /** Every kind of object that a dump treats differently. */
  private static final String SCHEMA =
      """
      CREATE EXTENSION IF NOT EXISTS pgcrypto;
      CREATE SCHEMA sales;
      CREATE SCHEMA stock;
      CREATE TYPE sales.state AS ENUM ('open', 'paid', 'shipped');
      CREATE TABLE stock.item (id serial PRIMARY KEY, name text NOT NULL UNIQUE);
      CREATE TABLE sales.line (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        item_id int NOT NULL REFERENCES stock.item,
        state sales.state NOT NULL,
        amount numeric(10, 2) NOT NULL,
        note text,
        ordered_at timestamptz NOT NULL);
      CREATE INDEX line_by_item ON sales.line (item_id);
      CREATE VIEW sales.turnover AS
        SELECT item_id, sum(amount) AS amount FROM sales.line GROUP BY item_id;
      CREATE FUNCTION sales.doubled(n numeric) RETURNS numeric
        LANGUAGE sql IMMUTABLE AS 'SELECT n * 2';
      CREATE TABLE public.picture (id int PRIMARY KEY, content oid NOT NULL);
      INSERT INTO stock.item (name) SELECT 'item ' || n FROM generate_series(1, 500) n;
      INSERT INTO public.picture
        SELECT n, lo_from_bytea(0, convert_to(repeat('picture ' || n || ' ', 4000), 'UTF8'))
        FROM generate_series(1, 20) n;
      """;

  private static final String LINES =
      """
      INSERT INTO sales.line (item_id, state, amount, note, ordered_at)
        SELECT 1 + n %% 500, (ARRAY['open', 'paid', 'shipped'])[1 + n %% 3]::sales.state,
               n %% 9973 / 100.0, md5(n::text), timestamptz '2026-01-01' + n * interval '1 minute'
        FROM generate_series(1, %d) n
      """;

  private final ScratchPostgres postgres;
  private final int major;

  private TestSource(ScratchPostgres postgres, int major) {
    this.postgres = postgres;
    this.major = major;
  }

  static TestSource start(Path folder, int rows) {
    RunAs runAs = RunAs.detect();
    LocalRoot root =
        LocalRoot.open(folder.resolve("source"), "test-source-" + UUID.randomUUID(), runAs);
    Installations installations = Installations.find(root, runAs, List.of());
    Installation home =
        installations
            .newestServer(PostgresEngine.TYPE)
            .filter(candidate -> candidate.program("pg_dump").isPresent())
            .orElseThrow(
                () ->
                    new AssertionError(
                        "these tests need an installed PostgreSQL with pg_dump; install the"
                            + " packages postgresql and postgresql-contrib"));
    TestSource source =
        new TestSource(
            ScratchPostgres.start(home, runAs, root, "shop", Map.of("fsync", "off")),
            Integer.parseInt(home.release()));
    source.execute(SCHEMA);
    source.addLines(rows);
    return source;
  }

  void addLines(int rows) {
    execute(LINES.formatted(rows));
  }

  void execute(String sql) {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  Connection connect() throws SQLException {
    return postgres.connect();
  }

  int major() {
    return major;
  }

  ScratchPostgres postgres() {
    return postgres;
  }

  Map<String, Object> config() {
    return Map.of(
        "host", postgres.host(),
        "port", postgres.port(),
        "dbname", postgres.database(),
        "username", postgres.database());
  }

  @Override
  public void close() {
    postgres.close();
  }
}
