package dev.goldenrod.junit;

import dev.goldenrod.client.Databases.CreateDatabaseRequest;
import dev.goldenrod.client.Databases.Database;
import dev.goldenrod.client.Databases.DatabaseConnection;
import dev.goldenrod.client.Goldens.RegisterVersionRequest;
import dev.goldenrod.client.Snapshots.CreateSnapshotRequest;
import dev.goldenrod.client.Snapshots.DatabaseSnapshot;
import dev.goldenrod.instance.Credentials;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Creates goldens through the API: creates a database, fills it by the recipe, stops it, takes a
 * snapshot and registers the snapshot as a golden. Restarts the work of a build that was killed.
 * Thread-safe.
 */
final class GoldenMaker {
  private static final System.Logger LOG = System.getLogger(GoldenMaker.class.getName());
  private static final long PAUSE_MILLIS = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String TYPE = "postgresql";

  private final Api api;
  private final Coordination coordination;
  private final PostgresReleases releases;
  private final Consumer<String> cloneOnce;
  private final FailedGoldens failed = new FailedGoldens();

  /** Creates a maker; {@code cloneOnce} launches and removes a clone of a golden. */
  GoldenMaker(
      Api api, Coordination coordination, PostgresReleases releases, Consumer<String> cloneOnce) {
    this.api = api;
    this.coordination = coordination;
    this.releases = releases;
    this.cloneOnce = cloneOnce;
  }

  /** Creates the golden unless it exists, and returns its name on the server. */
  synchronized String ensure(Golden golden) {
    String postgres = releases.of(golden);
    String name = golden.nameOnServer(postgres);
    failed.requireNotFailed(golden, name);
    coordination.runExclusively(name, () -> ensure(golden, name, postgres));
    coordination.used(name);
    return name;
  }

  private void ensure(Golden golden, String name, String postgres) {
    if (!exists(name)) {
      make(golden, name, postgres);
    }
    if (hasDatabase(name)) {
      // The first clone gives the golden its own copy of the data.
      cloneOnce.accept(name);
      remove(name);
    }
  }

  private boolean exists(String name) {
    return api.send(client -> client.goldens().list()).stream()
        .anyMatch(golden -> golden.name().equals(name));
  }

  private void make(Golden golden, String name, String postgres) {
    Optional<Path> directory = golden.recipe().directory();
    if (directory.isPresent()) {
      register(name, "dir:" + directory.get(), 0);
    } else if (begin(name, postgres)) {
      LOG.log(
          Level.INFO,
          "Creating golden {0} on PostgreSQL {1}, for all builds until its recipe changes",
          golden.name(),
          postgres);
      fill(golden, name, api.send(client -> client.databases().awaitRunning(name, PATIENCE)));
      DatabaseSnapshot snapshot = snapshot(name);
      register(name, "snapshot:" + snapshot.id(), snapshot.sizeBytes());
    }
  }

  private void register(String name, String handle, long bytes) {
    RegisterVersionRequest version =
        RegisterVersionRequest.of(name, "postgres", handle).withSizeBytes(bytes);
    api.send(client -> client.goldens().registerVersion(version));
  }

  private DatabaseSnapshot snapshot(String name) {
    api.send(client -> client.databases().stop(name));
    api.send(client -> client.databases().awaitStopped(name, PATIENCE));
    return ready(
        name,
        api.send(client -> client.snapshots().create(name, CreateSnapshotRequest.of("golden"))));
  }

  /** Waits for the snapshot, because a golden of a failed one would break every build. */
  private DatabaseSnapshot ready(String database, DatabaseSnapshot taken) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    DatabaseSnapshot seen = taken;
    while (!seen.status().equals("ready")) {
      if (!seen.status().equals("creating") || System.nanoTime() > end) {
        throw new GoldenrodException(
            "the snapshot of database '%s' is %s: %s"
                .formatted(database, seen.status(), seen.message()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
      seen =
          api.send(client -> client.snapshots().list(database)).stream()
              .filter(one -> one.id().equals(taken.id()))
              .findFirst()
              .orElseThrow(
                  () -> new GoldenrodException("the snapshot of '" + database + "' is gone"));
    }
    return seen;
  }

  /** Creates the database to fill; returns false if another build has created the golden. */
  private boolean begin(String name, String postgres) {
    if (isCreated(name, postgres)) {
      return true;
    }
    if (!coordination.isExclusive() && isMadeByOther(name)) {
      return false;
    }
    // Remove the database of a build that was killed.
    remove(name);
    api.send(
        client -> {
          client.databases().awaitDeleted(name, PATIENCE);
          return name;
        });
    return isCreated(name, postgres);
  }

  private boolean isCreated(String name, String postgres) {
    try {
      api.send(client -> client.databases().create(CreateDatabaseRequest.of(name, TYPE, postgres)));
      return true;
    } catch (GoldenrodException e) {
      if (e.status() == Api.CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private boolean isMadeByOther(String name) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!exists(name)) {
      if (System.nanoTime() > end || !hasDatabase(name)) {
        return false;
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private void remove(String name) {
    api.deleteIfExists(client -> client.databases().deleteKeepingBranches(name));
  }

  private void fill(Golden golden, String name, Database database) {
    try {
      Credentials login = login(database);
      administer(golden, database.id(), login.username());
      for (Step step : golden.recipe().steps()) {
        step.run(login);
      }
    } catch (SQLException | RuntimeException e) {
      RuntimeException failure = FailedGoldens.of(golden, e);
      if (api.isReachable() && !Thread.currentThread().isInterrupted()) {
        failed.add(name, failure);
        remove(name);
      }
      throw failure;
    }
  }

  private void administer(Golden golden, String database, String user) {
    String script = golden.recipe().administration(user);
    if (!script.isEmpty()) {
      coordination.administer(database, script);
    }
  }

  private static Credentials login(Database database) {
    DatabaseConnection connection = database.connection();
    if (connection == null) {
      throw new GoldenrodException("database %s has no address".formatted(database.name()));
    }
    return Logins.ofDatabase(connection);
  }

  private boolean hasDatabase(String name) {
    return api.send(client -> client.databases().find(name)).isPresent();
  }
}
