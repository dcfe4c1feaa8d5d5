package dev.goldenrod.testing;

import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The snapshots of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeSnapshots {
  private final Map<UUID, SnapshotData> taken = new LinkedHashMap<>();
  private final Map<UUID, String> failed = new LinkedHashMap<>();

  /**
   * The contents of a snapshot.
   *
   * @param spec the spec of its database
   * @param scheme the scheme of its database's connection string
   */
  record SnapshotData(UUID loginId, String data, DatabaseSpec spec, String scheme) {}

  /**
   * Takes the snapshot unless it exists.
   *
   * @param held the database's contents; empty when it was never ready
   */
  Set<UUID> take(UUID id, UUID databaseId, Optional<SnapshotData> held) {
    if (taken.containsKey(id)) {
      return Set.of();
    }
    held.ifPresentOrElse(
        one -> taken.put(id, one),
        () -> failed.put(id, "database " + databaseId + " was never ready"));
    return Set.of(id);
  }

  Optional<SnapshotData> find(UUID id) {
    return Optional.ofNullable(taken.get(id));
  }

  SnapshotObservation observe(UUID id) {
    if (failed.containsKey(id)) {
      return new SnapshotObservation(State.FAILED, 0, failed.get(id));
    }
    return find(id)
        .map(one -> new SnapshotObservation(State.READY, one.data().length(), ""))
        .orElseGet(SnapshotObservation::absent);
  }

  Set<UUID> remove(UUID id) {
    failed.remove(id);
    taken.remove(id);
    return Set.of(id);
  }

  Set<UUID> ids() {
    return Set.copyOf(taken.keySet());
  }
}
