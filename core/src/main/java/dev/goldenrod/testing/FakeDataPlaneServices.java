package dev.goldenrod.testing;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.MaskingFinding;
import dev.goldenrod.port.MaskingPreview;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SourceSecrets;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.tunnel.ClientConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The interfaces of a {@link FakeDataPlane}, on state that survives restarts. Thread-safe. */
final class FakeDataPlaneServices {
  private static final Consumer<UUID> NO_LISTENER = id -> {};

  private final String identity;
  private final FakeAvailability availability;
  private final FakeDatabases databases;
  private final FakeImports imports;
  private volatile Consumer<UUID> listener = NO_LISTENER;
  private volatile boolean closed;

  FakeDataPlaneServices(
      String identity,
      FakeAvailability availability,
      FakeDatabases databases,
      FakeImports imports) {
    this.identity = identity;
    this.availability = availability;
    this.databases = databases;
    this.imports = imports;
  }

  void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  void close() {
    closed = true;
    listener = NO_LISTENER;
  }

  RunningDatabases databases() {
    return new Running();
  }

  DatabaseSnapshots snapshots() {
    return new Snapshots();
  }

  DatabaseSchemas schemas() {
    return new Schemas();
  }

  ImportSteps imports() {
    return new Steps();
  }

  SnapshotArchives archives() {
    return new Archives();
  }

  Optional<MaskingTools> masking() {
    return readState(imports.masking()::isSupported) ? Optional.of(new Tools()) : Optional.empty();
  }

  SourceTools sources() {
    return source -> answer(imports.sources()::check);
  }

  Optional<SourceSecrets> secrets() {
    return readState(imports.sources()::storesPasswords)
        ? Optional.of(this::storePassword)
        : Optional.empty();
  }

  private void storePassword(SourceConnection source, String password) {
    answer(
        () -> {
          imports.sources().store(source, password);
          return source;
        });
  }

  /** Runs the work as a call to the data plane, which throws while it is unavailable or closed. */
  <T> T answer(Supplier<T> work) {
    synchronized (availability) {
      availability.awaitAvailability();
      if (closed) {
        throw new DataPlaneException("data plane " + identity + " is closed; open it again");
      }
      return work.get();
    }
  }

  /** Reads state for a test, even while the data plane is unavailable. */
  <T> T readState(Supplier<T> work) {
    synchronized (availability) {
      return work.get();
    }
  }

  /** Changes the state for a test, without notifying the listener. */
  void run(Runnable work) {
    synchronized (availability) {
      work.run();
    }
  }

  /** Changes the state for a test, and notifies the listener of each changed id. */
  void mutate(Supplier<Set<UUID>> work) {
    Set<UUID> changed;
    synchronized (availability) {
      changed = work.get();
    }
    notifyListeners(changed);
  }

  private void notifyListeners(Set<UUID> changed) {
    changed.forEach(listener);
  }

  private void recordCopy(Origin origin) {
    if (origin instanceof Origin.Version made) {
      imports.recordCopy(made.version());
    }
  }

  private final class Snapshots implements DatabaseSnapshots {
    @Override
    public SnapshotObservation observe(UUID id) {
      return answer(() -> databases.snapshots().observe(id));
    }

    @Override
    public void ensure(UUID id, UUID databaseId) {
      notifyListeners(answer(() -> databases.snapshot(id, databaseId)));
    }

    @Override
    public void remove(UUID id) {
      notifyListeners(answer(() -> databases.snapshots().remove(id)));
    }
  }

  private final class Schemas implements DatabaseSchemas {
    @Override
    public String ddl(UUID id, Duration atMost) {
      return answer(() -> databases.ddl(id));
    }

    @Override
    public SchemaChanges changes(UUID trial, UUID target, Duration atMost) {
      return answer(() -> databases.changes(trial, target));
    }
  }

  private final class Running implements RunningDatabases {
    @Override
    public DatabaseObservation observe(UUID id) {
      return answer(() -> databases.observe(id));
    }

    @Override
    public void ensure(DatabaseSpec spec) {
      notifyListeners(
          answer(
              () -> {
                recordCopy(spec.origin());
                return databases.ensure(spec, imports::dataOf);
              }));
    }

    @Override
    public Optional<Resources> resources(UUID id) {
      return answer(() -> databases.resources(id));
    }

    @Override
    public void resize(UUID id, Resources resources) {
      notifyListeners(answer(() -> databases.resize(id, resources)));
    }

    @Override
    public void remove(UUID id) {
      notifyListeners(answer(() -> databases.remove(id)));
    }

    @Override
    public Optional<Credentials> credentials(UUID id) {
      availability.awaitCredentials();
      return answer(
          () -> {
            availability.requireCredentialsAllowed(id);
            return databases.credentials(id);
          });
    }

    @Override
    public Optional<String> loginProblem(UUID id) {
      return answer(() -> databases.loginProblem(id));
    }

    @Override
    public Credentials resetCredentials(UUID id) {
      availability.awaitCredentials();
      Credentials next = answer(() -> databases.resetCredentials(id));
      notifyListeners(Set.of(id));
      return next;
    }

    @Override
    public ClientConnection openConnection(UUID id) {
      if (!answer(() -> databases.isReady(id))) {
        throw new DataPlaneException("database " + id + " is not running");
      }
      return new EchoConnection(() -> readState(() -> databases.isReady(id)));
    }

    @Override
    public boolean upgradeImage(UUID id, boolean reindex) {
      return answer(() -> databases.upgradeImage(id, reindex));
    }
  }

  private final class Archives implements SnapshotArchives {
    @Override
    public ArchivePart read(UUID snapshot, int part) {
      return answer(() -> FakeArchives.read(databases.snapshots().find(snapshot), part));
    }

    @Override
    public void append(UUID archive, long offset, byte[] bytes) {
      answer(() -> imports.archives().append(archive, offset, bytes));
    }

    @Override
    public ArchiveObservation observe(UUID archive) {
      return answer(() -> imports.archives().observe(archive, imports.madeBy(archive)));
    }

    @Override
    public void unpack(UUID archive) {
      answer(
          () -> {
            if (imports.madeBy(archive).isEmpty()) {
              imports
                  .archives()
                  .unpack(archive)
                  .ifPresent(data -> imports.addArchive(archive, data));
            }
            return archive;
          });
    }
  }

  private final class Tools implements MaskingTools {
    @Override
    public String plan(SourceConnection source) {
      return answer(() -> FakeMasking.PLAN);
    }

    @Override
    public List<MaskingFinding> check(SourceConnection source, String rules) {
      return answer(imports.masking()::check);
    }

    @Override
    public MaskingPreview preview(SourceConnection source, String rules, String table) {
      return answer(() -> FakeMasking.preview(table));
    }
  }

  private final class Steps implements ImportSteps {
    @Override
    public ImportObservation observe(UUID id, ImportPhase step) {
      return answer(() -> imports.observe(id, step));
    }

    @Override
    public void ensure(ImportSpec spec, ImportPhase step) {
      notifyListeners(answer(() -> imports.ensure(spec, step)));
    }

    @Override
    public boolean remove(UUID id) {
      notifyListeners(answer(() -> imports.remove(id)));
      return true;
    }
  }
}
