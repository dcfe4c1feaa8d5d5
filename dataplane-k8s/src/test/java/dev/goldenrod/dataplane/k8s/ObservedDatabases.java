package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.util.UUID;
import java.util.function.Predicate;

record ObservedDatabases(KubernetesDataPlane plane) {
  static DatabaseSpec blank() {
    return of(new Origin.Blank("postgresql", "15"));
  }

  static DatabaseSpec of(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), origin, new Resources(512, 0, 0));
  }

  DatabaseObservation awaitReady(DatabaseSpec spec) {
    return awaitState(spec, DatabaseState.READY);
  }

  /** Requests the spec repeatedly, as a control plane does. */
  DatabaseObservation awaitState(DatabaseSpec spec, DatabaseState state) {
    return await(state + " by asking")
        .until(
            () -> {
              plane.databases().ensure(spec);
              return plane.databases().observe(spec.id());
            },
            seen -> seen.state() == state && seen.generation() == spec.generation());
  }

  /** Requests the spec repeatedly, and checks the observation before each request. */
  DatabaseObservation awaitAsked(DatabaseSpec spec, Predicate<DatabaseObservation> wanted) {
    return await("what was asked for")
        .until(
            () -> {
              DatabaseObservation seen = plane.databases().observe(spec.id());
              plane.databases().ensure(spec);
              return seen;
            },
            wanted);
  }

  /** Observes the database without requesting anything. */
  DatabaseObservation awaitSeen(DatabaseSpec spec, Predicate<DatabaseObservation> wanted) {
    return await("what is seen").until(() -> plane.databases().observe(spec.id()), wanted);
  }

  Credentials login(DatabaseSpec spec) {
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  void removeAll() {
    plane.inventory().databases().forEach(plane.databases()::remove);
    await("all databases are gone").until(() -> plane.inventory().databases().isEmpty());
  }
}
