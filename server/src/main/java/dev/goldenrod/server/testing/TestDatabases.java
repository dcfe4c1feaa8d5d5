package dev.goldenrod.server.testing;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.server.RunningServer;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The databases of a test server. */
final class TestDatabases {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  private final RunningServer server;
  private final ControlPlane control;
  private final Actor admin;

  TestDatabases(RunningServer server) {
    this.server = server;
    this.control = server.control();
    this.admin = control.admin();
  }

  /** Deletes everything but the goldens' own databases, and waits for at most a minute. */
  void end() throws InterruptedException {
    control.pools().list(admin).forEach(pool -> control.pools().delete(admin, pool.pool().id()));
    control.instances().list(admin).forEach(one -> control.instances().delete(admin, one.id()));
    control.databases().list(admin).stream()
        .filter(one -> one.phase() != DatabasePhase.STOPPED)
        .forEach(unfinished -> control.databases().delete(admin, unfinished.name(), true));
    long end = System.nanoTime() + LONGEST_END.toNanos();
    while (!stopped().containsAll(server.databases()) && System.nanoTime() < end) {
      Thread.sleep(PAUSE.toMillis());
    }
  }

  /** Goldens are made from stopped databases, which are kept until there is a clone. */
  private Set<UUID> stopped() {
    return control.databases().list(admin).stream().map(Database::id).collect(Collectors.toSet());
  }
}
