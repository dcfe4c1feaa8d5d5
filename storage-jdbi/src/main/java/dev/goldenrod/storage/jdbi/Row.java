package dev.goldenrod.storage.jdbi;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The current row of a result. Each call reads the next column. */
final class Row {
  private final ResultSet result;
  private int column;

  Row(ResultSet result) {
    this.result = result;
  }

  UUID uuid() throws SQLException {
    return result.getObject(++column, UUID.class);
  }

  @Nullable UUID uuidOrNull() throws SQLException {
    return uuid();
  }

  String text() throws SQLException {
    return result.getString(++column);
  }

  @Nullable String textOrNull() throws SQLException {
    return text();
  }

  <E extends Enum<E>> E constant(Class<E> type) throws SQLException {
    return Enum.valueOf(type, text());
  }

  <E extends Enum<E>> @Nullable E constantOrNull(Class<E> type) throws SQLException {
    String name = textOrNull();
    return name == null ? null : Enum.valueOf(type, name);
  }

  int number() throws SQLException {
    return result.getInt(++column);
  }

  @Nullable Integer numberOrNull() throws SQLException {
    int number = number();
    return result.wasNull() ? null : number;
  }

  boolean flag() throws SQLException {
    return result.getBoolean(++column);
  }

  /** Returns 0 for null. */
  long longNumber() throws SQLException {
    return result.getLong(++column);
  }

  Instant instant() throws SQLException {
    return result.getObject(++column, OffsetDateTime.class).toInstant();
  }

  @Nullable Instant instantOrNull() throws SQLException {
    OffsetDateTime value = result.getObject(++column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  Map<String, @Nullable Object> json() throws SQLException {
    return Json.readObject(text());
  }

  List<String> texts() throws SQLException {
    return Json.readTexts(text());
  }
}
