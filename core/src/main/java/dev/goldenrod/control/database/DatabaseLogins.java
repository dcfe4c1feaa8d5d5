package dev.goldenrod.control.database;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.CredentialFetcher;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.instance.Credentials;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and resets the credentials of databases through their data planes. */
public record DatabaseLogins(CredentialFetcher fetcher) {
  public Credentials credentials(Database database) {
    return fetcher.fetch(
        "database", database.id(), database.template().type(), database.clusterId());
  }

  public void requireRunning(Database database) {
    if (database.phase() != DatabasePhase.RUNNING) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' is %s; its credentials can be reset only while it is running"
              .formatted(database.name(), database.phase().wireName()));
    }
  }

  public Credentials reset(Database database) {
    return fetcher.reset(
        "database '" + database.name() + "'",
        database.id(),
        database.template().type(),
        database.clusterId());
  }

  /** Returns why no client can log in; empty if clients can, or the data plane is not attached. */
  Optional<String> loginProblem(Database database) {
    return fetcher.loginProblem(database.id(), database.clusterId());
  }

  /** Returns credentials by id, without databases whose data plane does not answer. */
  public Map<UUID, Credentials> findAvailable(List<Database> databases) {
    Map<UUID, Credentials> known = new HashMap<>();
    databases.stream()
        .filter(one -> !one.neverRan())
        .collect(groupingBy(Database::clusterId, mapping(Database::id, toList())))
        .forEach((cluster, ids) -> known.putAll(fetcher.fetchAvailable(cluster, ids)));
    databases.forEach(
        one ->
            known.computeIfPresent(
                one.id(), (id, credentials) -> nullIfOtherEngine(one, credentials)));
    return known;
  }

  private static @Nullable Credentials nullIfOtherEngine(
      Database database, Credentials credentials) {
    return CredentialFetcher.isOfEngine(database.template().type(), credentials)
        ? credentials
        : null;
  }
}
