package dev.goldenrod.storage.jdbi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;

/**
 * A statement with positional parameters, and the positions of each named parameter.
 *
 * @param positions the positions by name, beginning with 1
 */
record ParsedStatement(String sql, Map<String, int[]> positions) {
  /** All statements are constants of this package, so their number is limited. */
  private static final Map<String, ParsedStatement> CACHE = new ConcurrentHashMap<>();

  /** Parses named parameters such as {@code :id} at the first call for each text. */
  static ParsedStatement of(Handle handle, String named) {
    ParsedStatement cached = CACHE.get(named);
    return cached == null
        ? CACHE.computeIfAbsent(named, unknown -> parse(handle, unknown))
        : cached;
  }

  private static ParsedStatement parse(Handle handle, String named) {
    try (Query query = handle.createQuery(named)) {
      SqlParser parser = handle.getConfig(SqlStatements.class).getSqlParser();
      ParsedSql parsed = parser.parse(named, query.getContext());
      return new ParsedStatement(
          parsed.getSql(), positions(parsed.getParameters().getParameterNames()));
    }
  }

  private static Map<String, int[]> positions(List<String> names) {
    Map<String, int[]> positions = new HashMap<>();
    for (String name : names) {
      positions.computeIfAbsent(
          name,
          key ->
              IntStream.range(0, names.size())
                  .filter(i -> names.get(i).equals(key))
                  .map(i -> i + 1)
                  .toArray());
    }
    return positions;
  }
}
