package dev.goldenrod.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What has to be known of data to run a server on it. It lies beside the data, so that every copy
 * has it.
 *
 * @param type the engine's, as in {@code postgresql}
 * @param release the engine's, as in {@code 15}
 * @param database the one that clients are given
 * @param user the login that clients are given; has no password in a golden
 * @param settings what the data needs or expects of a server, as {@code shared_preload_libraries}
 *     or {@code default_text_search_config}; not memory or connections, which follow from the size
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

  /** The same with these settings as well, which win over its own. */
  public DatabaseInfo with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(more);
    return new DatabaseInfo(type, release, database, user, all);
  }
}
