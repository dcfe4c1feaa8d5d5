package dev.goldenrod.storage.jdbi;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The row a result stands at. */
record Row(ResultSet columns) {
  /** Makes a record of a row. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  UUID uuid(String column) throws SQLException {
    return columns.getObject(column, UUID.class);
  }

  String text(String column) throws SQLException {
    return columns.getString(column);
  }

  @Nullable String textOrNull(String column) throws SQLException {
    return columns.getString(column);
  }

  <E extends Enum<E>> E constant(String column, Class<E> type) throws SQLException {
    return Enum.valueOf(type, columns.getString(column));
  }

  int number(String column) throws SQLException {
    return columns.getInt(column);
  }

  long longNumber(String column) throws SQLException {
    return columns.getLong(column);
  }

  Instant instant(String column) throws SQLException {
    return columns.getObject(column, OffsetDateTime.class).toInstant();
  }

  @Nullable Instant instantOrNull(String column) throws SQLException {
    OffsetDateTime value = columns.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  @Nullable UUID uuidOrNull(String column) throws SQLException {
    return columns.getObject(column, UUID.class);
  }

  Map<String, @Nullable Object> json(String column) throws SQLException {
    return Json.readObject(columns.getString(column));
  }

  List<String> texts(String column) throws SQLException {
    return Json.readTexts(columns.getString(column));
  }
}
