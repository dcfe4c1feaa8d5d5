package dev.goldenrod.control;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Databases.Login;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The logins of databases, from their data planes.
 *
 * <p>Reads of credentials are audited at most hourly per reader and database, because reading a
 * database includes its credentials. Logins without passwords, for lists, are cached: they seldom
 * change, so an entry is valid for a minute or until the database changes. Each process audits and
 * caches separately. Thread-safe.
 */
final class DatabaseLogins {
  private static final Duration AUDIT_INTERVAL = Duration.ofHours(1);
  private static final Duration CACHE_TIME = Duration.ofMinutes(1);
  private static final int MAX_ENTRIES = 10_000;

  private record Read(UUID reader, UUID database) {}

  private record CachedLogin(Login login, long revision, Instant until) {}

  private final ControlContext context;
  private final CredentialFetcher fetcher;

  /** The time of the last audited read, oldest entry first. */
  private final Map<Read, Instant> audited = new LinkedHashMap<>();

  /** By database id, oldest entry first. */
  private final Map<UUID, CachedLogin> cached = new LinkedHashMap<>();

  DatabaseLogins(ControlContext context, CredentialFetcher fetcher) {
    this.context = context;
    this.fetcher = fetcher;
  }

  Credentials credentials(Database database) {
    return fetcher.fetch(
        "database", database.id(), database.template().type(), database.clusterId());
  }

  /** Audits the actor's read of the credentials unless it was audited within the last hour. */
  void auditRead(Actor actor, Database database) {
    Read read = new Read(actor.userId(), database.id());
    if (wasAuditedRecently(read)) {
      return;
    }
    context
        .store()
        .useTransaction(
            tx -> {
              ControlContext.requireActive(tx, actor);
              context.audit(
                  tx,
                  actor,
                  "database.credentials.read",
                  "database",
                  database.id(),
                  Map.of("name", database.name()));
            });
    putLast(audited, read, context.now());
  }

  private synchronized boolean wasAuditedRecently(Read read) {
    Instant last = audited.get(read);
    return last != null && last.plus(AUDIT_INTERVAL).isAfter(context.now());
  }

  private synchronized <K, V> void putLast(Map<K, V> entries, K key, V value) {
    entries.remove(key);
    entries.put(key, value);
    if (entries.size() > MAX_ENTRIES) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  void requireRunning(Database database) {
    if (database.phase() != DatabasePhase.RUNNING) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' is %s; its credentials can be reset only while it is running"
              .formatted(database.name(), database.phase().wireName()));
    }
  }

  Credentials reset(Database database) {
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

  /**
   * Returns logins by database id, from the cache or else from the data planes; without databases
   * whose data plane does not answer.
   */
  Map<UUID, Login> logins(List<Database> databases) {
    Map<UUID, Login> found = new HashMap<>();
    List<Database> unknown = new ArrayList<>();
    for (Database database : databases) {
      cached(database)
          .ifPresentOrElse(login -> found.put(database.id(), login), () -> unknown.add(database));
    }
    Map<UUID, Credentials> available = fetchAvailable(unknown);
    for (Database database : unknown) {
      Credentials credentials = available.get(database.id());
      if (credentials != null
          && CredentialFetcher.isOfEngine(database.template().type(), credentials)) {
        Login login =
            new Login(credentials.dbname(), credentials.username(), credentials.sslmode());
        found.put(database.id(), login);
        putLast(
            cached,
            database.id(),
            new CachedLogin(login, database.revision(), context.now().plus(CACHE_TIME)));
      }
    }
    return found;
  }

  private synchronized Optional<Login> cached(Database database) {
    return Optional.ofNullable(cached.get(database.id()))
        .filter(one -> one.revision() == database.revision())
        .filter(one -> one.until().isAfter(context.now()))
        .map(CachedLogin::login);
  }

  private Map<UUID, Credentials> fetchAvailable(List<Database> databases) {
    return fetcher.fetchAvailable(
        databases.stream()
            .filter(one -> !one.neverRan())
            .collect(groupingBy(Database::clusterId, mapping(Database::id, toList()))));
  }
}
