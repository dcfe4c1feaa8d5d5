package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.proof.ByteSearch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/**
 * Reads columns of loaded tables row by row, as text. Values above a bound are read as NULL, so
 * that memory is bounded.
 */
record StoredValues(Connection session) {
  /** Passes on each row's values of the columns, which are not empty; null for NULL. */
  void each(String table, List<String> columns, Consumer<List<@Nullable String>> use)
      throws SQLException {
    CopyOut copy = open(table, columns);
    for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
      String line = new String(row, 0, Math.max(0, row.length - 1), StandardCharsets.UTF_8);
      use.accept(CopyText.row(line));
    }
  }

  /** Searches the values of the columns, which are not empty. */
  List<ByteSearch.Match> search(String table, List<String> columns, ByteSearch search)
      throws SQLException {
    try (InputStream rows = new Rows(open(table, columns))) {
      return search.search(rows);
    } catch (IOException e) {
      throw new SQLException("the values of table %s cannot be read".formatted(table), e);
    }
  }

  private CopyOut open(String table, List<String> columns) throws SQLException {
    String values =
        columns.stream()
            .map(Sql::name)
            .map(
                name ->
                    "CASE WHEN octet_length(%1$s::text) <= %2$d THEN %1$s::text END"
                        .formatted(name, ColumnEvidence.MOST_CHARACTERS))
            .collect(Collectors.joining(", "));
    return session
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("COPY (SELECT %s FROM %s) TO STDOUT".formatted(values, table));
  }

  /** The rows of a COPY as a stream. */
  private static final class Rows extends InputStream {
    private final CopyOut copy;
    private InputStream row = InputStream.nullInputStream();

    Rows(CopyOut copy) {
      this.copy = copy;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = row.read(buffer, offset, length);
      while (read < 0) {
        byte[] next = next();
        if (next == null) {
          return -1;
        }
        row = new ByteArrayInputStream(next);
        read = row.read(buffer, offset, length);
      }
      return read;
    }

    private byte @Nullable [] next() throws IOException {
      try {
        return copy.readFromCopy();
      } catch (SQLException e) {
        throw new IOException("SQLSTATE " + e.getSQLState());
      }
    }
  }
}
