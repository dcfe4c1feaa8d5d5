package dev.goldenrod.dataplane.local.snapshot;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SnapshotObservation.State;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots of databases, each a frozen volume. One of that name is complete; it is made under
 * another name and renamed. Thread-safe.
 */
public final class LocalSnapshots implements DatabaseSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSnapshots.class);
  private static final String TAKING = "taking-";
  private static final Pattern NAME =
      Pattern.compile("(?:" + TAKING + ")?snapshot-([0-9a-f-]{36})");

  /** Copies databases. */
  public interface Copier {
    /**
     * Makes a volume that has the database's files as they are at one moment.
     *
     * @throws WorkFailure when there is nothing to copy, or it cannot be done now
     */
    void copy(UUID database, String volume);
  }

  private final VolumeStore volumes;
  private final DatabaseExecutor executor;
  private final Copier copier;
  private final Consumer<UUID> changed;

  /** How those stand that are under way, or could not be taken. */
  private final Map<UUID, SnapshotObservation> unfinished = new ConcurrentHashMap<>();

  private final Map<UUID, SnapshotObservation> ready = new ConcurrentHashMap<>();
  private final Map<UUID, Object> locks = new ConcurrentHashMap<>();

  /**
   * Snapshots in those volumes.
   *
   * @param changed told of each change of an observation
   */
  public LocalSnapshots(
      VolumeStore volumes, DatabaseExecutor executor, Copier copier, Consumer<UUID> changed) {
    this.volumes = volumes;
    this.executor = executor;
    this.copier = copier;
    this.changed = changed;
  }

  @Override
  public SnapshotObservation observe(UUID id) {
    SnapshotObservation now = unfinished.get(id);
    if (now != null) {
      return now;
    }
    if (!volumes.exists(name(id))) {
      return SnapshotObservation.absent();
    }
    try {
      return ready.computeIfAbsent(id, this::readyObservation);
    } catch (DataPlaneException damaged) {
      return new SnapshotObservation(State.BLOCKED, 0, String.valueOf(damaged.getMessage()));
    }
  }

  private SnapshotObservation readyObservation(UUID id) {
    return new SnapshotObservation(State.READY, facts(id).sizeBytes(), "");
  }

  @Override
  public void ensure(UUID id, UUID databaseId) {
    SnapshotObservation seen = observe(id);
    if (seen.state() == State.READY || seen.state() == State.WORKING) {
      return;
    }
    begin(id, () -> take(name(id), databaseId));
  }

  @Override
  public void remove(UUID id) {
    if (observe(id).state() != State.ABSENT || ids().contains(id)) {
      begin(
          id,
          () -> {
            discard(name(id));
            ready.remove(id);
            locks.remove(id);
          });
    }
  }

  /** Gives those their names that were complete but for that when the machine went down. */
  public void finishAll() {
    for (String taking : volumes.list()) {
      if (taking.startsWith(TAKING)) {
        try {
          volumes.finish(taking, taking.substring(TAKING.length()));
        } catch (DataPlaneException e) {
          LOG.warn("a snapshot cannot be finished: {}", e.getMessage());
        }
      }
    }
  }

  /** Ids of all snapshots, also of those that were never finished. */
  public Set<UUID> ids() {
    return volumes.list().stream()
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .map(matcher -> UUID.fromString(matcher.group(1)))
        .collect(Collectors.toSet());
  }

  /** The name of the snapshot's frozen volume. */
  public String volumeOf(UUID id) {
    String name = name(id);
    if (!volumes.exists(name)) {
      throw new DataPlaneException("snapshot %s does not exist".formatted(id));
    }
    return name;
  }

  /** Those of which nothing can be made now, and why. */
  public Map<UUID, String> damaged() {
    Map<UUID, String> damaged = new HashMap<>();
    for (UUID id : ids()) {
      try {
        if (volumes.exists(name(id))) {
          volumes.isFrozen(name(id));
        }
      } catch (DataPlaneException e) {
        damaged.put(id, String.valueOf(e.getMessage()));
      }
    }
    return damaged;
  }

  /** What is known of the snapshot; empty when it is not there. */
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return Optional.of(name(id))
        .filter(volumes::exists)
        .map(name -> DataVolume.of(volumes, name).info())
        .map(info -> new Orphan.Engine(info.type(), info.release()))
        .map(engine -> facts(id).ofData(engine));
  }

  /** The password of the database that the snapshot is of. */
  public String password(UUID id) {
    return facts(id).password();
  }

  /** The name of a frozen volume with what that database holds now, for the one that needs it. */
  public String takeFor(UUID id, UUID databaseId) {
    take(privateName(id), databaseId);
    return privateName(id);
  }

  /** Removes what {@link #takeFor} made, if it did. */
  public void discardFor(UUID id) {
    discard(privateName(id));
  }

  private void begin(UUID id, Runnable work) {
    unfinished.put(id, new SnapshotObservation(State.WORKING, 0, ""));
    executor.workers().execute(() -> work(id, work));
  }

  private void work(UUID id, Runnable work) {
    synchronized (locks.computeIfAbsent(id, key -> new Object())) {
      try {
        work.run();
        unfinished.remove(id);
      } catch (WorkFailure e) {
        State state = e.kind() == WorkFailure.Kind.FAILED ? State.FAILED : State.BLOCKED;
        unfinished.put(id, new SnapshotObservation(state, 0, e.message()));
      } catch (RuntimeException | Error e) {
        if (executor.isClosed()) {
          LOG.debug("snapshot {}: closed before a step was done", id, e);
          return;
        }
        LOG.warn("snapshot {}: a step did not work", id, e);
        unfinished.put(
            id, new SnapshotObservation(State.BLOCKED, 0, String.valueOf(e.getMessage())));
      }
    }
    changed.accept(id);
  }

  private void take(String volume, UUID databaseId) {
    if (volumes.exists(volume)) {
      return;
    }
    String taking = taking(volume);
    if (volumes.finish(taking, volume)) {
      return;
    }
    volumes.remove(taking);
    copier.copy(databaseId, taking);
    volumes.freeze(taking);
    volumes.rename(taking, volume);
  }

  private void discard(String volume) {
    volumes.remove(taking(volume));
    volumes.remove(volume);
  }

  private SnapshotFacts facts(UUID id) {
    return SnapshotFacts.of(new DataVolume(volumes.path(volumeOf(id))));
  }

  /** The name of the volume of a snapshot that is there. */
  public static String name(UUID id) {
    return "snapshot-" + id;
  }

  private static String privateName(UUID id) {
    return "branch-" + id;
  }

  private static String taking(String volume) {
    return TAKING + volume;
  }
}
