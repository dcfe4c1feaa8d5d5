package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.ValueNormalizer;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** The parameters of one statement, each with the type of its column. */
final class Values {
  @FunctionalInterface
  interface Binding {
    void bind(Values values);
  }

  private final SqlStatement<?> statement;

  Values(SqlStatement<?> statement) {
    this.statement = statement;
  }

  Values uuid(String name, @Nullable UUID value) {
    return bind(name, (position, sql, context) -> sql.setObject(position, value));
  }

  Values uuids(String name, Collection<UUID> value) {
    Object[] stored = value.stream().distinct().toArray();
    return bind(
        name,
        (position, sql, context) ->
            sql.setArray(position, sql.getConnection().createArrayOf("uuid", stored)));
  }

  Values texts(String name, Collection<String> value) {
    Object[] stored = value.stream().map(ValueNormalizer::text).distinct().toArray();
    return bind(
        name,
        (position, sql, context) ->
            sql.setArray(position, sql.getConnection().createArrayOf("varchar", stored)));
  }

  Values text(String name, @Nullable String value) {
    String stored = value == null ? null : ValueNormalizer.text(value);
    return bind(name, (position, sql, context) -> sql.setString(position, stored));
  }

  Values constant(String name, @Nullable Enum<?> value) {
    String stored = value == null ? null : value.name();
    return bind(name, (position, sql, context) -> sql.setString(position, stored));
  }

  Values number(String name, int value) {
    return bind(name, (position, sql, context) -> sql.setInt(position, value));
  }

  Values number(String name, long value) {
    return bind(name, (position, sql, context) -> sql.setLong(position, value));
  }

  Values flag(String name, boolean value) {
    return bind(name, (position, sql, context) -> sql.setBoolean(position, value));
  }

  Values numberOrNull(String name, @Nullable Long value) {
    return bind(name, (position, sql, context) -> sql.setObject(position, value, Types.BIGINT));
  }

  Values instant(String name, @Nullable Instant value) {
    OffsetDateTime stored =
        value == null ? null : ValueNormalizer.instant(value).atOffset(ZoneOffset.UTC);
    return bind(
        name,
        (position, sql, context) -> sql.setObject(position, stored, Types.TIMESTAMP_WITH_TIMEZONE));
  }

  Values json(String name, Map<String, @Nullable Object> value) {
    return text(name, Json.write(ValueNormalizer.json(value)));
  }

  Values json(String name, List<String> value) {
    value.forEach(ValueNormalizer::text);
    return text(name, Json.write(value));
  }

  private Values bind(String name, Argument argument) {
    statement.bind(name, argument);
    return this;
  }
}
