package dev.goldenrod.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What must be known about a data directory to run a server on it. It is saved beside the data, so
 * that every copy has it.
 *
 * @param type API name of the engine, such as {@code postgresql}
 * @param release such as {@code 15}
 * @param database the database that clients use
 * @param user the login of clients; has no password in a golden
 * @param settings server settings that the data needs, such as {@code shared_preload_libraries} or
 *     {@code default_text_search_config}; not memory or connections, which follow from the size
 */
public record DatabaseInfo(
    String type, String release, String database, String user, Map<String, String> settings) {
  public DatabaseInfo {
    Objects.requireNonNull(type);
    Objects.requireNonNull(release);
    Objects.requireNonNull(database);
    Objects.requireNonNull(user);
    settings = Map.copyOf(settings);
  }

  /** Returns a copy with further settings, which replace those of the same name. */
  public DatabaseInfo with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new DatabaseInfo(type, release, database, user, all);
  }
}
