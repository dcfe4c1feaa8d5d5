package dev.goldenrod.masking.copy;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.Transformer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Masks the rows of one table while they are copied, in PostgreSQL's COPY text format with the
 * default delimiter and NULL. The source's encoding is UTF-8, its {@code DateStyle} is ISO.
 *
 * <p>Memory is bounded whatever the size of a row: values of kept columns pass without being held,
 * values of masked columns are held up to a bound and represented by a digest above it.
 *
 * <p>One object belongs to one copy, which one thread does. Other threads may ask for the progress.
 */
public final class RowMasker {
  /** The bound of values that are held, in bytes. A masked value takes about five times as much. */
  public static final int DEFAULT_BOUND = 4 << 20;

  private static final int BUFFER = 64 << 10;

  private final TableMask table;
  private final List<ColumnMask> columns;
  private final ValueObserver observer;
  private final HeldRow row;
  private final HeldValue value;
  private long rows;
  private volatile CopyProgress progress = new CopyProgress(0, 0, 0);

  /** Creates a masker with the default bound that nothing observes. */
  public RowMasker(TableMask table, MaskingKey key) {
    this(table, key, ValueObserver.NONE, DEFAULT_BOUND);
  }

  /**
   * Creates a masker.
   *
   * @param bound the largest value of a masked column that is held, in bytes
   */
  public RowMasker(TableMask table, MaskingKey key, ValueObserver observer, int bound) {
    this.table = table;
    this.columns = table.copied();
    this.observer = observer;
    this.row = new HeldRow(columnsToHold(columns));
    this.value = new HeldValue(key.hash("oversized"), bound);
  }

  /** Returns the rows and bytes so far. Can be called by any thread. */
  public CopyProgress progress() {
    return progress;
  }

  /**
   * Copies all rows, and closes neither stream. After an exception the output ends within a row and
   * must not be used.
   *
   * @param copyText the columns {@link TableMask#copied()} in their order
   * @throws CopyException if a row does not have these columns, is incomplete, or a transformer
   *     fails
   * @throws IOException if a stream fails
   */
  public CopyProgress copy(InputStream copyText, OutputStream masked) throws IOException {
    CopyInput in = new CopyInput(copyText, BUFFER);
    CopyOutput out = new CopyOutput(masked, BUFFER);
    try {
      while (hasRow(in)) {
        maskRow(in, out);
        rows++;
        if (in.bytes() > progress.bytesRead()) {
          progress = new CopyProgress(rows, in.bytes(), out.bytes());
        }
      }
      out.flush();
    } finally {
      out.clear();
    }
    progress = new CopyProgress(rows, in.bytes(), out.bytes());
    return progress;
  }

  private boolean hasRow(CopyInput in) throws IOException {
    int next = in.peek();
    if (next == '\\' && in.startsWith((byte) '\\', (byte) '.')) {
      requireNothingAfterEndMarker(in);
      return false;
    }
    return next != CopyInput.END;
  }

  private void requireNothingAfterEndMarker(CopyInput in) throws IOException {
    in.next();
    in.next();
    int lineEnd = in.next();
    if (lineEnd != CopyInput.END && (lineEnd != '\n' || in.next() != CopyInput.END)) {
      throw failed("there is data after the end marker");
    }
  }

  private void maskRow(CopyInput in, CopyOutput out) throws IOException {
    if (columns.isEmpty()) {
      requireDelimiter(in.next(), '\n');
      out.write('\n');
    }
    for (int i = 0; i < columns.size(); i++) {
      ColumnMask column = columns.get(i);
      int delimiter =
          column instanceof ColumnMask.Mask mask ? mask(mask, in, out) : keep(column, in, out);
      int expected = i == columns.size() - 1 ? '\n' : '\t';
      requireDelimiter(delimiter, expected);
      out.write(expected);
    }
  }

  private int mask(ColumnMask.Mask column, CopyInput in, CopyOutput out) throws IOException {
    int delimiter = value.read(in, null);
    if (delimiter == CopyInput.END) {
      return delimiter;
    }
    String masked;
    try {
      masked = masked(column);
    } catch (RuntimeException e) {
      // Neither the message nor the cause: both may contain the value.
      throw failed(
          "the transformer of column '%s' failed with %s"
              .formatted(column.column(), e.getClass().getName()));
    }
    if (masked == null) {
      out.writeNull();
    } else {
      out.writeEscaped(masked);
    }
    return delimiter;
  }

  private @Nullable String masked(ColumnMask.Mask column) {
    Transformer transformer = column.transformer();
    if (value.isNull()) {
      hold(column, null);
      return transformer.maskNull(row);
    }
    if (value.isOversized()) {
      var oversized = value.oversized();
      hold(column, oversized.token());
      return transformer.maskOversized(oversized, row);
    }
    String original = value.text();
    hold(column, original);
    String masked = transformer.mask(original, row);
    observer.masked(column.column(), original, masked);
    return masked;
  }

  private int keep(ColumnMask column, CopyInput in, CopyOutput out) throws IOException {
    if (!row.holds(column.column())) {
      return pass(in, out);
    }
    int delimiter = value.read(in, out);
    if (value.isOversized()) {
      hold(column, value.oversized().token());
    } else {
      hold(column, value.isNull() ? null : value.text());
    }
    return delimiter;
  }

  private void hold(ColumnMask column, @Nullable String original) {
    if (row.holds(column.column())) {
      row.put(column.column(), original);
    }
  }

  /** Copies bytes as they are up to the delimiter, which is returned. */
  private static int pass(CopyInput in, CopyOutput out) throws IOException {
    byte[] buffer = in.buffer;
    int start = in.position;
    int at = start;
    while (true) {
      int limit = in.limit;
      while (at < limit) {
        byte next = buffer[at];
        if (next == '\t' || next == '\n') {
          out.write(buffer, start, at - start);
          in.position = at + 1;
          return next;
        }
        at += next == '\\' ? 2 : 1;
      }
      out.write(buffer, start, limit - start);
      int escaped = at - limit;
      if (!in.fill()) {
        return CopyInput.END;
      }
      start = 0;
      at = escaped;
    }
  }

  private void requireDelimiter(int delimiter, int expected) throws CopyException {
    if (delimiter == expected) {
      return;
    }
    if (delimiter == CopyInput.END) {
      throw failed("the rows end within this one");
    }
    throw failed(
        "it has %s columns than the %d of the rules"
            .formatted(expected == '\n' ? "more" : "fewer", columns.size()));
  }

  private CopyException failed(String problem) {
    return new CopyException(table.table(), rows + 1, problem);
  }

  private static Set<String> columnsToHold(List<ColumnMask> columns) {
    return columns.stream()
        .filter(ColumnMask.Mask.class::isInstance)
        .flatMap(column -> ((ColumnMask.Mask) column).transformer().reads().stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
