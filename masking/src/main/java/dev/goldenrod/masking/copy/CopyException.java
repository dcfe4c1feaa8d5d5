package dev.goldenrod.masking.copy;

import dev.goldenrod.masking.schema.TableName;
import java.io.IOException;

/** Thrown if rows cannot be masked. The message names the table and row, and contains no value. */
public final class CopyException extends IOException {
  private static final long serialVersionUID = 1L;

  CopyException(TableName table, long row, String problem) {
    super("table %s, row %d: %s".formatted(table, row, problem));
  }
}
