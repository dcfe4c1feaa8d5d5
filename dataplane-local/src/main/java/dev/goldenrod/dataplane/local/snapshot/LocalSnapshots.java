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

/** Snapshots of databases. A volume with the final name is complete. Thread-safe. */
public final class LocalSnapshots implements DatabaseSnapshots {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSnapshots.class);
  private static final String TAKING = "taking-";
  private static final Pattern NAME =
      Pattern.compile("(?:" + TAKING + ")?snapshot-([0-9a-f-]{36})");

  public interface Copier {
    /**
     * @throws WorkFailure if there is nothing to copy, or the copy is impossible now
     */
    void copy(UUID database, String volume);
  }

  private final VolumeStore volumes;
  private final DatabaseExecutor executor;
  private final Copier copier;
  private final Consumer<UUID> changed;

  /** The snapshots that are in progress or failed. */
  private final Map<UUID, SnapshotObservation> unfinished = new ConcurrentHashMap<>();

  private final Map<UUID, SnapshotObservation> ready = new ConcurrentHashMap<>();
  private final Map<UUID, Object> locks = new ConcurrentHashMap<>();

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

  /** Completes snapshots that lack only their final name after an interruption. */
  public void finishAll() {
    for (String taking : volumes.list()) {
      if (taking.startsWith(TAKING)) {
        try {
          volumes.renameIfComplete(taking, taking.substring(TAKING.length()));
        } catch (DataPlaneException e) {
          LOG.warn("Cannot complete a snapshot, will retry at the next start: {}", e.getMessage());
        }
      }
    }
  }

  public Set<UUID> ids() {
    return volumes.list().stream()
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .map(matcher -> UUID.fromString(matcher.group(1)))
        .collect(Collectors.toSet());
  }

  public String volumeOf(UUID id) {
    String name = name(id);
    if (!volumes.exists(name)) {
      throw new DataPlaneException("snapshot %s does not exist".formatted(id));
    }
    return name;
  }

  /** Returns the snapshots that cannot be used now, with the reasons. */
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

  public Optional<Orphan.Facts> factsOf(UUID id) {
    return Optional.of(name(id))
        .filter(volumes::exists)
        .map(name -> DataVolume.of(volumes, name).info())
        .map(info -> new Orphan.Engine(info.type(), info.release()))
        .map(engine -> facts(id).ofData(engine));
  }

  /** Returns the password of the snapshot's database. */
  public String password(UUID id) {
    return facts(id).password();
  }

  /** Takes a private snapshot of a database for the database {@code id}; returns its volume. */
  public String takeFor(UUID id, UUID databaseId) {
    take(privateName(id), databaseId);
    return privateName(id);
  }

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
          LOG.debug("Interrupted the work on snapshot {}: the data plane is closed", id, e);
          return;
        }
        LOG.warn("Work on snapshot {} failed unexpectedly, it is blocked", id, e);
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
    if (volumes.renameIfComplete(taking, volume)) {
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
