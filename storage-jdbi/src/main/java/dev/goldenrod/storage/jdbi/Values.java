package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.ValueNormalizer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The values of one statement's parameters, each with the type of its column. */
final class Values {
  /** Gives the parameters of a statement their values. */
  @FunctionalInterface
  interface Binding {
    void bind(Values values) throws SQLException;
  }

  private final PreparedStatement statement;
  private final Map<String, List<Integer>> positions;

  Values(PreparedStatement statement, ParsedSql sql) {
    this.statement = statement;
    this.positions = sql.positions();
  }

  Values uuid(String name, @Nullable UUID value) throws SQLException {
    for (int position : positions(name)) {
      statement.setObject(position, value);
    }
    return this;
  }

  Values uuids(String name, List<UUID> value) throws SQLException {
    for (int position : positions(name)) {
      statement.setArray(
          position, statement.getConnection().createArrayOf("uuid", value.toArray()));
    }
    return this;
  }

  Values text(String name, @Nullable String value) throws SQLException {
    return string(name, value == null ? null : ValueNormalizer.text(value));
  }

  Values constant(String name, Enum<?> value) throws SQLException {
    return string(name, value.name());
  }

  private Values string(String name, @Nullable String value) throws SQLException {
    for (int position : positions(name)) {
      statement.setString(position, value);
    }
    return this;
  }

  Values number(String name, int value) throws SQLException {
    for (int position : positions(name)) {
      statement.setInt(position, value);
    }
    return this;
  }

  Values number(String name, long value) throws SQLException {
    for (int position : positions(name)) {
      statement.setLong(position, value);
    }
    return this;
  }

  Values numberOrNull(String name, @Nullable Long value) throws SQLException {
    return object(name, value, Types.BIGINT);
  }

  Values instant(String name, @Nullable Instant value) throws SQLException {
    return object(
        name,
        value == null ? null : ValueNormalizer.instant(value).atOffset(ZoneOffset.UTC),
        Types.TIMESTAMP_WITH_TIMEZONE);
  }

  Values json(String name, Map<String, @Nullable Object> value) throws SQLException {
    return text(name, Json.write(ValueNormalizer.json(value)));
  }

  Values json(String name, List<String> value) throws SQLException {
    value.forEach(ValueNormalizer::text);
    return text(name, Json.write(value));
  }

  private Values object(String name, @Nullable Object value, int type) throws SQLException {
    for (int position : positions(name)) {
      statement.setObject(position, value, type);
    }
    return this;
  }

  /** Binding a whole record gives values that some of its statements do not use. */
  private List<Integer> positions(String name) {
    return positions.getOrDefault(name, List.of());
  }
}
