package dev.goldenrod.control;

import dev.goldenrod.control.Databases.Login;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.database.DatabaseLogins;
import dev.goldenrod.database.Database;
import dev.goldenrod.instance.Credentials;
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
 * A cache of the logins of databases, without passwords, for lists. They seldom change, so an entry
 * is valid for a minute or until the database changes. Thread-safe.
 */
final class LoginCache {
  private static final Duration TIME_TO_LIVE = Duration.ofMinutes(1);
  private static final int MAX_ENTRIES = 10_000;

  private record CachedLogin(Login login, long revision, Instant until) {}

  private final ControlContext context;
  private final DatabaseLogins logins;

  /** By database id, oldest entry first. */
  private final Map<UUID, CachedLogin> known = new LinkedHashMap<>();

  LoginCache(ControlContext context, DatabaseLogins logins) {
    this.context = context;
    this.logins = logins;
  }

  /** Returns logins by database id, from the cache or else from the data planes. */
  Map<UUID, Login> logins(List<Database> databases) {
    Map<UUID, Login> found = new HashMap<>();
    List<Database> unknown = new ArrayList<>();
    for (Database database : databases) {
      known(database)
          .ifPresentOrElse(login -> found.put(database.id(), login), () -> unknown.add(database));
    }
    Map<UUID, Credentials> available = logins.findAvailable(unknown);
    for (Database database : unknown) {
      Credentials credentials = available.get(database.id());
      if (credentials != null) {
        Login login =
            new Login(credentials.dbname(), credentials.username(), credentials.sslmode());
        found.put(database.id(), login);
        cache(database, login);
      }
    }
    return found;
  }

  private synchronized Optional<Login> known(Database database) {
    return Optional.ofNullable(known.get(database.id()))
        .filter(one -> one.revision() == database.revision())
        .filter(one -> one.until().isAfter(context.now()))
        .map(CachedLogin::login);
  }

  private synchronized void cache(Database database, Login login) {
    known.remove(database.id());
    known.put(
        database.id(),
        new CachedLogin(login, database.revision(), context.now().plus(TIME_TO_LIVE)));
    if (known.size() > MAX_ENTRIES) {
      known.remove(known.keySet().iterator().next());
    }
  }
}
