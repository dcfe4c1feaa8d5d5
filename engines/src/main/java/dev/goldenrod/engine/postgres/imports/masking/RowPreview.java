package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.copy.RowMasker;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.MaskingPreview;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** The first rows of a table, before and after masking. */
record RowPreview(Connection connection, MaskingKey key) {
  private static final int MOST_CHARACTERS = 4096;

  MaskingPreview of(TableMask mask) {
    try {
      byte[] rows = read(mask);
      ByteArrayOutputStream masked = new ByteArrayOutputStream();
      new RowMasker(mask, key).copy(new ByteArrayInputStream(rows), masked);
      return new MaskingPreview(
          mask.copied().stream().map(ColumnMask::column).toList(),
          CopyText.rows(rows),
          CopyText.rows(masked.toByteArray()));
    } catch (SQLException e) {
      throw new DataPlaneException(
          "table %s cannot be read: SQLSTATE %s".formatted(mask.table(), e.getSQLState()));
    } catch (IOException e) {
      throw new DataPlaneException(String.valueOf(e.getMessage()), e);
    }
  }

  private byte[] read(TableMask mask) throws SQLException, IOException {
    Sql.run(connection, RowQuery.settings());
    requireShort(mask);
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut(
            "COPY (%s LIMIT %d) TO STDOUT"
                .formatted(RowQuery.select(mask, ""), MaskingPreview.MOST_ROWS),
            rows);
    return rows.toByteArray();
  }

  private void requireShort(TableMask mask) throws SQLException {
    String lengths =
        "SELECT COALESCE(max(octet_length(t::text)), 0) FROM (%s LIMIT %d) t"
            .formatted(RowQuery.select(mask, ""), MaskingPreview.MOST_ROWS);
    if (Sql.number(connection, lengths) > (long) MOST_CHARACTERS * MOST_CHARACTERS) {
      throw new DataPlaneException(
          "table %s has rows that are too large to be shown".formatted(mask.table()));
    }
  }
}
