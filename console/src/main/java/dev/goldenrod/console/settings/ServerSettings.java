package dev.goldenrod.console.settings;

import java.util.List;
import java.util.Objects;

/**
 * Settings that only the program which started a server knows, in words and without secrets.
 *
 * @param store the kind of store, as in {@code PostgreSQL}
 * @param schemaVersion the newest migration of the store's tables
 * @param fileSystem the type of the data directory's file system, as in {@code xfs}
 * @param volumes how the server's own data plane copies volumes, and where; empty unless it is a
 *     local one
 * @param isCopyOnWrite whether such copies share unchanged data
 * @param unenforcedLimits the limits of databases that the machine of a local data plane cannot
 *     enforce, with the reasons; empty for none
 * @param apiTls the TLS of the API and the console
 * @param databaseTls the TLS of databases; empty unless the data plane is a local one
 * @param metrics where metrics can be read, and by whom
 */
public record ServerSettings(
    String store,
    int schemaVersion,
    String fileSystem,
    String volumes,
    boolean isCopyOnWrite,
    List<String> unenforcedLimits,
    String apiTls,
    String databaseTls,
    String metrics) {
  public ServerSettings {
    Objects.requireNonNull(store);
    Objects.requireNonNull(fileSystem);
    Objects.requireNonNull(volumes);
    unenforcedLimits = List.copyOf(unenforcedLimits);
    Objects.requireNonNull(apiTls);
    Objects.requireNonNull(databaseTls);
    Objects.requireNonNull(metrics);
  }
}
