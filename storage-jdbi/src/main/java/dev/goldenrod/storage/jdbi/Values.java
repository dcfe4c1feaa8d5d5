package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.ValueNormalizer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one statement, each with the type of its column. Values whose name does not
 * occur in the statement are ignored, since callers bind whole records.
 */
final class Values {
  @FunctionalInterface
  interface Binding {
    void bind(Values values) throws SQLException;
  }

  @FunctionalInterface
  private interface Setter {
    void set(int position) throws SQLException;
  }

  private static final int[] NONE = {};

  private final PreparedStatement statement;
  private final Map<String, int[]> positions;

  /**
   * @param positions the positions of the statement's parameters by name, beginning with 1
   */
  Values(PreparedStatement statement, Map<String, int[]> positions) {
    this.statement = statement;
    this.positions = positions;
  }

  Values uuid(String name, @Nullable UUID value) throws SQLException {
    return bind(name, position -> statement.setObject(position, value));
  }

  Values uuids(String name, Collection<UUID> value) throws SQLException {
    Object[] stored = value.stream().distinct().toArray();
    return bind(
        name,
        position ->
            statement.setArray(position, statement.getConnection().createArrayOf("uuid", stored)));
  }

  Values texts(String name, Collection<String> value) throws SQLException {
    Object[] stored = value.stream().map(ValueNormalizer::text).distinct().toArray();
    return bind(
        name,
        position ->
            statement.setArray(
                position, statement.getConnection().createArrayOf("varchar", stored)));
  }

  Values text(String name, @Nullable String value) throws SQLException {
    String stored = value == null ? null : ValueNormalizer.text(value);
    return bind(name, position -> statement.setString(position, stored));
  }

  Values constant(String name, @Nullable Enum<?> value) throws SQLException {
    String stored = value == null ? null : value.name();
    return bind(name, position -> statement.setString(position, stored));
  }

  Values number(String name, int value) throws SQLException {
    return bind(name, position -> statement.setInt(position, value));
  }

  Values number(String name, long value) throws SQLException {
    return bind(name, position -> statement.setLong(position, value));
  }

  Values numberOrNull(String name, @Nullable Integer value) throws SQLException {
    return bind(name, position -> statement.setObject(position, value, Types.INTEGER));
  }

  Values flag(String name, boolean value) throws SQLException {
    return bind(name, position -> statement.setBoolean(position, value));
  }

  Values numberOrNull(String name, @Nullable Long value) throws SQLException {
    return bind(name, position -> statement.setObject(position, value, Types.BIGINT));
  }

  Values instant(String name, @Nullable Instant value) throws SQLException {
    OffsetDateTime stored =
        value == null ? null : ValueNormalizer.instant(value).atOffset(ZoneOffset.UTC);
    return bind(
        name, position -> statement.setObject(position, stored, Types.TIMESTAMP_WITH_TIMEZONE));
  }

  Values json(String name, Map<String, @Nullable Object> value) throws SQLException {
    return text(name, Json.write(ValueNormalizer.json(value)));
  }

  Values json(String name, List<String> value) throws SQLException {
    value.forEach(ValueNormalizer::text);
    return text(name, Json.write(value));
  }

  private Values bind(String name, Setter setter) throws SQLException {
    for (int position : positions.getOrDefault(name, NONE)) {
      setter.set(position);
    }
    return this;
  }
}
