package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;

/**
 * The columns of a select, and the reader of their rows. The reader takes the columns in the order
 * of their names.
 */
final class Columns<T> {
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** The position of a row in a paged list. */
  static final Columns<Place> PLACE =
      new Columns<>("created_at, seq", row -> new Place(row.instant(), row.longNumber()));

  private final String names;
  private final Reader<T> reader;

  Columns(String names, Reader<T> reader) {
    this.names = names;
    this.reader = reader;
  }

  /** Returns these columns followed by {@link #PLACE}. */
  Columns<Placed<T>> placed() {
    return new Columns<>(
        names + ", " + PLACE.names,
        row -> {
          T read = reader.read(row);
          return new Placed<>(PLACE.read(row), read);
        });
  }

  String names() {
    return names;
  }

  /** Returns a select of these columns that continues with {@code from …}. */
  String select(String from) {
    return "select " + names + " " + from;
  }

  T read(Row row) throws SQLException {
    return reader.read(row);
  }
}
