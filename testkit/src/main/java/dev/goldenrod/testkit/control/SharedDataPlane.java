package dev.goldenrod.testkit.control;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SourceSecrets;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.tunnel.ClientConnection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * One server's client of a data plane that several servers share, such as a Kubernetes cluster. It
 * can kill or freeze its server when the server requests work.
 */
final class SharedDataPlane implements DataPlane {
  /** Simulates the end of the server's process: an error that the server does not catch. */
  static final class ServerKilled extends Error {
    private static final long serialVersionUID = 1L;
  }

  static final class SharedState {
    final FakeDataPlane dataPlane;
    private final List<Consumer<UUID>> listeners = new CopyOnWriteArrayList<>();
    private final Set<UUID> inProgress = ConcurrentHashMap.newKeySet();
    private final Set<UUID> concurrentlyEnsured = ConcurrentHashMap.newKeySet();

    SharedState(String identity) {
      dataPlane = new FakeDataPlane(identity);
      dataPlane.onChange(id -> listeners.forEach(listener -> listener.accept(id)));
    }

    Set<UUID> ensuredConcurrently() {
      return Set.copyOf(concurrentlyEnsured);
    }

    private void ensureClone(DatabaseSpec spec) {
      if (!inProgress.add(spec.id())) {
        concurrentlyEnsured.add(spec.id());
      }
      Thread.yield();
      dataPlane.databases().ensure(spec);
      inProgress.remove(spec.id());
    }

    long ensured(UUID clone) {
      return dataPlane.ensuredDatabases().stream().filter(spec -> spec.id().equals(clone)).count();
    }
  }

  private final SharedState shared;
  private volatile boolean dying;
  private volatile CountDownLatch frozen = new CountDownLatch(0);
  private final CountDownLatch asked = new CountDownLatch(1);

  SharedDataPlane(SharedState shared) {
    this.shared = shared;
  }

  /** Kills the server at its next request for work. */
  void killServerAtWork() {
    dying = true;
  }

  /** Freezes the server at its next request for work, until it is thawed. */
  void freezeServerAtWork() {
    frozen = new CountDownLatch(1);
  }

  void awaitFrozen() throws InterruptedException {
    asked.await();
  }

  void thaw() {
    frozen.countDown();
  }

  private void work() {
    if (dying) {
      throw new ServerKilled();
    }
    if (frozen.getCount() > 0) {
      asked.countDown();
      try {
        frozen.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public String identity() {
    return shared.dataPlane.identity();
  }

  @Override
  public String location() {
    return shared.dataPlane.location();
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    return shared.dataPlane.claimedBy();
  }

  @Override
  public boolean claim(Optional<StoreMark> expected, StoreMark next) {
    return shared.dataPlane.claim(expected, next);
  }

  @Override
  public String displayName() {
    return shared.dataPlane.displayName();
  }

  @Override
  public DataPlaneRelease release() {
    return shared.dataPlane.release();
  }

  @Override
  public void onChange(Consumer<UUID> listener) {
    shared.listeners.add(listener);
  }

  @Override
  public List<EngineVersion> engines() {
    return shared.dataPlane.engines();
  }

  @Override
  public boolean isStorageExhausted() {
    return shared.dataPlane.isStorageExhausted();
  }

  @Override
  public RunningDatabases databases() {
    RunningDatabases all = shared.dataPlane.databases();
    return new RunningDatabases() {
      @Override
      public DatabaseObservation observe(UUID id) {
        return all.observe(id);
      }

      @Override
      public void ensure(DatabaseSpec spec) {
        work();
        shared.ensureClone(spec);
      }

      @Override
      public Optional<Resources> resources(UUID id) {
        return all.resources(id);
      }

      @Override
      public void resize(UUID id, Resources resources) {
        work();
        all.resize(id, resources);
      }

      @Override
      public void remove(UUID id) {
        work();
        all.remove(id);
      }

      @Override
      public Optional<Credentials> credentials(UUID id) {
        return all.credentials(id);
      }

      @Override
      public Optional<String> loginProblem(UUID id) {
        return all.loginProblem(id);
      }

      @Override
      public Credentials resetCredentials(UUID id) {
        return all.resetCredentials(id);
      }

      @Override
      public ClientConnection openConnection(UUID id) {
        return all.openConnection(id);
      }

      @Override
      public boolean upgradeImage(UUID id, boolean reindex) {
        return all.upgradeImage(id, reindex);
      }
    };
  }

  @Override
  public DatabaseSnapshots snapshots() {
    return shared.dataPlane.snapshots();
  }

  @Override
  public DatabaseSchemas schemas() {
    return shared.dataPlane.schemas();
  }

  @Override
  public ImportSteps imports() {
    ImportSteps all = shared.dataPlane.imports();
    return new ImportSteps() {
      @Override
      public ImportObservation observe(UUID id, ImportPhase step) {
        return all.observe(id, step);
      }

      @Override
      public void ensure(ImportSpec spec, ImportPhase step) {
        work();
        all.ensure(spec, step);
      }

      @Override
      public boolean remove(UUID id) {
        work();
        return all.remove(id);
      }
    };
  }

  @Override
  public Optional<MaskingTools> masking() {
    return shared.dataPlane.masking();
  }

  @Override
  public Optional<SourceTools> sources() {
    return shared.dataPlane.sources();
  }

  @Override
  public Optional<SourceSecrets> secrets() {
    return shared.dataPlane.secrets();
  }

  @Override
  public String secretCommand(String secret) {
    return shared.dataPlane.secretCommand(secret);
  }

  @Override
  public VersionVolumes versions() {
    return shared.dataPlane.versions();
  }

  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return shared.dataPlane.factsOf(id);
  }

  @Override
  public Inventory inventory() {
    return shared.dataPlane.inventory();
  }

  @Override
  public void close() {}
}
