package dev.goldenrod.junit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.instance.Credentials;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes goldens through the API: an empty database, filled by the recipe, stopped, and a snapshot
 * of it that becomes the golden. One of a build that was killed is begun anew. Thread-safe.
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

  /**
   * Goldens of that server.
   *
   * @param cloneOnce makes a clone of the golden of that name, and removes it
   */
  GoldenMaker(
      Api api, Coordination coordination, PostgresReleases releases, Consumer<String> cloneOnce) {
    this.api = api;
    this.coordination = coordination;
    this.releases = releases;
    this.cloneOnce = cloneOnce;
  }

  /**
   * The golden's name on the server, which has it when this returns.
   *
   * @throws GoldenrodException when it cannot be made; the message says why
   */
  synchronized String ensure(Golden golden) {
    String postgres = releases.of(golden);
    String name = golden.nameOnServer(postgres);
    failed.requireUntried(golden, name);
    coordination.alone(name, () -> ensure(golden, name, postgres));
    coordination.used(name);
    return name;
  }

  private void ensure(Golden golden, String name, String postgres) {
    if (!isThere(name)) {
      make(golden, name, postgres);
    }
    if (!status(path(name)).isEmpty()) {
      // With a clone the golden has data of its own.
      cloneOnce.accept(name);
      remove(name);
    }
  }

  private boolean isThere(String name) {
    for (JsonNode golden : api.get("/v1/snapshots").path("snapshots")) {
      if (golden.path("name").asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private void make(Golden golden, String name, String postgres) {
    Optional<Path> directory = golden.recipe().directory();
    if (directory.isPresent()) {
      register(name, "dir:" + directory.get(), 0);
    } else if (begin(name, postgres)) {
      LOG.log(
          Level.INFO,
          "making golden {0} on PostgreSQL {1}, once for all builds until what it is made from changes",
          golden.name(),
          postgres);
      await(name, "running");
      fill(golden, name);
      api.post(path(name) + "/stop", Map.of());
      await(name, "stopped");
      JsonNode snapshot = api.post(path(name) + "/snapshots", Map.of("name", "golden"));
      register(
          name, "snapshot:" + snapshot.path("id").asText(), snapshot.path("size_bytes").asLong());
    }
  }

  private void register(String name, String handle, long bytes) {
    api.post(
        "/v1/snapshots/versions",
        Map.of("name", name, "substrate", "postgres", "vsc_handle", handle, "size_bytes", bytes));
  }

  /** Makes the database that is to be filled; false when another build has made the golden. */
  private boolean begin(String name, String postgres) {
    if (isCreated(name, postgres)) {
      return true;
    }
    if (!coordination.isExclusive() && isMadeByOther(name)) {
      return false;
    }
    // Left by a build that was killed.
    remove(name);
    await(name, "");
    return isCreated(name, postgres);
  }

  private boolean isCreated(String name, String postgres) {
    try {
      api.post("/v1/databases", Map.of("name", name, "type", TYPE, "version", postgres));
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
    while (!isThere(name)) {
      if (System.nanoTime() > end || status(path(name)).isEmpty()) {
        return false;
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  private void remove(String name) {
    api.deleteIfThere(path(name) + "?force=true");
  }

  private void fill(Golden golden, String name) {
    try {
      JsonNode database = api.get(path(name));
      Credentials login = Logins.of(database.path("connection"), "database");
      administer(golden, database.path("id").asText(), login.username());
      for (Step step : golden.recipe().steps()) {
        step.run(new FillTarget(login));
      }
    } catch (SQLException | RuntimeException e) {
      RuntimeException failure = FailedGoldens.of(golden, e);
      if (api.isThere() && !Thread.currentThread().isInterrupted()) {
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

  private void await(String name, String status) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String seen = status(path(name));
    while (!seen.equals(status)) {
      if (System.nanoTime() > end) {
        throw new GoldenrodException(
            "database %s is '%s' and not '%s' after %d s"
                .formatted(name, seen, status, PATIENCE.toSeconds()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
      seen = status(path(name));
    }
  }

  private static String path(String database) {
    return "/v1/databases/" + database;
  }

  /** Empty when there is no such database. */
  private String status(String path) {
    return api.find(path).map(found -> found.path("status").asText()).orElse("");
  }
}
