package dev.goldenrod.testing;

import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that a test sets for the databases of a {@link FakeDataPlane}: engine versions,
 * storage, outcomes, the image and login problems. Guarded by the data plane's lock.
 */
final class FakeDatabaseConditions {
  private List<EngineVersion> engines =
      Stream.of(DatabaseType.values()).flatMap(FakeDatabaseConditions::allOf).toList();
  private boolean storageExhausted;

  private final Deque<String> nextFailures = new ArrayDeque<>();
  private @Nullable String block;
  private boolean held;
  private boolean removalsHeld;

  /** The databases that run in the configured image. */
  private final Set<UUID> upgraded = new HashSet<>();

  private boolean isAnotherImage;
  private boolean sortsOtherwise;

  /** The reasons why no client can log in, by database id. */
  private final Map<UUID, String> shutOut = new HashMap<>();

  private static Stream<EngineVersion> allOf(DatabaseType type) {
    return type.versions().stream()
        .map(
            version ->
                EngineVersion.available(type.wireName(), version, EngineVersion.Origin.INSTALLED));
  }

  List<EngineVersion> engines() {
    return engines;
  }

  void setEngines(List<EngineVersion> known) {
    engines = List.copyOf(known);
  }

  boolean isStorageExhausted() {
    return storageExhausted;
  }

  void exhaustStorage(boolean exhausted) {
    storageExhausted = exhausted;
  }

  void failNext(String message) {
    nextFailures.add(message);
  }

  void blockFromNowOn(String message) {
    block = message;
  }

  void unblock() {
    block = null;
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
  }

  /** Makes a database that has begun ready, failed or blocked, or leaves it in progress. */
  void applyTo(FakeDatabase database) {
    if (!nextFailures.isEmpty()) {
      database.fail(nextFailures.remove());
    } else if (block != null) {
      database.block(block);
    } else if (!held) {
      database.finish();
    }
  }

  void holdRemovals(boolean hold) {
    removalsHeld = hold;
  }

  boolean areRemovalsHeld() {
    return removalsHeld;
  }

  void configureImage(boolean sortingOtherwise) {
    isAnotherImage = true;
    sortsOtherwise = sortingOtherwise;
    upgraded.clear();
  }

  /** Returns whether a restart is due for the new image. */
  boolean upgradeImage(UUID id, boolean reindex) {
    if (!isAnotherImage || upgraded.contains(id)) {
      return false;
    }
    if (sortsOtherwise && !reindex) {
      throw new DataPlaneException(
          "the image may sort text differently than the database's indexes: repeat the request with reindex");
    }
    return upgraded.add(id);
  }

  void shutOut(UUID id, String reason) {
    shutOut.put(id, reason);
  }

  /** Ends {@link #shutOut}, as a start of the database or a reset of its credentials does. */
  void endShutOut(UUID id) {
    shutOut.remove(id);
  }

  Optional<String> loginProblem(FakeDatabase database) {
    return Optional.ofNullable(shutOut.get(database.spec().id()))
        .or(
            () ->
                Optional.of(
                        "its password was changed; restart the database, or reset its credentials (POST …/credentials/reset)")
                    .filter(changed -> database.isPasswordChanged()));
  }

  /** Returns the observation; that of a running database includes its login problem. */
  DatabaseObservation observe(FakeDatabase database) {
    DatabaseObservation seen = database.observation();
    if (seen.state() != DatabaseState.READY) {
      return seen;
    }
    return loginProblem(database)
        .map(why -> "the login stored by Goldenrod no longer works: " + why)
        .map(message -> DatabaseObservation.ready(seen.generation(), seen.endpoint(), message))
        .orElse(seen);
  }
}
