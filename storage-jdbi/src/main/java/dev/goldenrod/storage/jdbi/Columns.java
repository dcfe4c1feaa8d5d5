package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;

/**
 * Columns to select, and what is made of a row of them. The reader takes them one after the other,
 * in the order they are named here.
 */
final class Columns<T> {
  /** Makes a record of a row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** The place of a row in a list. */
  static final Columns<Place> PLACE =
      new Columns<>("created_at, seq", row -> new Place(row.instant(), row.longNumber()));

  private final String names;
  private final Reader<T> reader;

  Columns(String names, Reader<T> reader) {
    this.names = names;
    this.reader = reader;
  }

  /** The same columns, and the place of the row in a list. */
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

  /** The select of these columns that goes on with {@code from …}. */
  String select(String from) {
    return "select " + names + " " + from;
  }

  T read(Row row) throws SQLException {
    return reader.read(row);
  }
}
