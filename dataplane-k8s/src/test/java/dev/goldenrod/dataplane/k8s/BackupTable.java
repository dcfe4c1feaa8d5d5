package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Credentials;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A table whose rows have a digest and a kind, which tells when they were inserted. */
record BackupTable(Credentials login) {
  private static final int ROWS = 2000;

  void create() throws SQLException {
    run("CREATE TABLE public.rows (id serial PRIMARY KEY, kind text, filler text, digest text)");
    run("CREATE INDEX ON public.rows (kind)");
  }

  void insert(String kind) throws SQLException {
    run(
        "INSERT INTO public.rows (kind, filler, digest) SELECT '%s', f, md5(f) FROM (SELECT repeat(md5(random()::text), 60) AS f FROM generate_series(1, %d)) AS fillers"
            .formatted(kind, ROWS));
  }

  /** Updates every row, which produces more WAL than the server retains by itself. */
  void rewrite() throws SQLException {
    run(
        "UPDATE public.rows SET filler = new.f, digest = md5(new.f) FROM (SELECT id AS i, reverse(filler) || 'x' AS f FROM public.rows) AS new WHERE id = new.i");
  }

  void checkpoint() throws SQLException {
    run("CHECKPOINT");
  }

  /** Returns the name of the oldest WAL file. */
  String firstLog() throws SQLException {
    return texts("SELECT min(name) FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'").get(0);
  }

  int slots() throws SQLException {
    return Integer.parseInt(texts("SELECT count(*) FROM pg_replication_slots").get(0));
  }

  List<String> kinds() throws SQLException {
    return texts("SELECT DISTINCT kind FROM public.rows");
  }

  /** Asserts that no row is damaged, none is missing, and indexes and table agree. */
  void assertSound() throws SQLException {
    assertThat(texts("SELECT count(*) FROM public.rows WHERE digest <> md5(filler)"))
        .containsExactly("0");
    assertThat(texts("SELECT DISTINCT count(*) FROM public.rows GROUP BY kind"))
        .containsExactly(Integer.toString(ROWS));
    String all = "SELECT count(*) || ' ' || sum(id) FROM public.rows WHERE kind >= '' AND id > 0";
    run("ANALYZE public.rows");
    assertThat(texts("SET enable_seqscan = off;" + all))
        .isEqualTo(
            texts(
                "SET enable_indexscan = off; SET enable_bitmapscan = off; SET enable_indexonlyscan = off;"
                    + all));
  }

  private void run(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String sql) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      boolean isRows = statement.execute(sql);
      while (!isRows) {
        isRows = statement.getMoreResults();
      }
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          texts.add(rows.getString(1));
        }
      }
    }
    return texts;
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://%s:%d/%s".formatted(login.host(), login.port(), login.dbname()),
        login.username(),
        login.password());
  }
}
