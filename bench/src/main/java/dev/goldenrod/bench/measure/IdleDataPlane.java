package dev.goldenrod.bench.measure;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.Resources;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A data plane whose clones are ready immediately and run nothing. */
public final class IdleDataPlane implements DataPlane {
  private static final String ENDPOINT = "127.0.0.1:5432";

  private final Map<UUID, Integer> generations = new ConcurrentHashMap<>();
  private final RunningDatabases databases = new Databases();
  private final String identity;
  private volatile Consumer<UUID> listener = id -> {};

  private volatile Optional<StoreMark> mark = Optional.empty();

  public IdleDataPlane(String identity) {
    this.identity = identity;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String location() {
    return "nowhere";
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    return mark;
  }

  @Override
  public synchronized boolean claim(Optional<StoreMark> expected, StoreMark next) {
    boolean asExpected = mark.equals(expected);
    if (asExpected) {
      mark = Optional.of(next);
    }
    return asExpected;
  }

  @Override
  public String displayName() {
    return "idle";
  }

  @Override
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public List<EngineVersion> engines() {
    return List.of();
  }

  @Override
  public boolean isStorageExhausted() {
    return false;
  }

  @Override
  public RunningDatabases databases() {
    return databases;
  }

  @Override
  public DatabaseSnapshots snapshots() {
    throw refusal();
  }

  @Override
  public DatabaseSchemas schemas() {
    throw refusal();
  }

  @Override
  public ImportSteps imports() {
    return new NoImports();
  }

  @Override
  public VersionVolumes versions() {
    return version -> true;
  }

  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return Optional.empty();
  }

  @Override
  public Inventory inventory() {
    return Inventory.undamaged(generations.keySet(), Set.of(), Set.of(), Set.of(), Set.of());
  }

  @Override
  public void close() {
    generations.clear();
  }

  private final class Databases implements RunningDatabases {
    @Override
    public DatabaseObservation observe(UUID id) {
      Integer generation = generations.get(id);
      return generation == null
          ? DatabaseObservation.absent()
          : DatabaseObservation.ready(generation, ENDPOINT);
    }

    @Override
    public void ensure(DatabaseSpec spec) {
      generations.put(spec.id(), spec.generation());
      listener.accept(spec.id());
    }

    @Override
    public Optional<Resources> resources(UUID id) {
      return Optional.empty();
    }

    @Override
    public void resize(UUID id, Resources resources) {}

    @Override
    public void remove(UUID id) {
      generations.remove(id);
      listener.accept(id);
    }

    @Override
    public Optional<Credentials> credentials(UUID id) {
      return Optional.empty();
    }

    @Override
    public Optional<String> loginProblem(UUID id) {
      return Optional.empty();
    }

    @Override
    public Credentials resetCredentials(UUID id) {
      throw refusal();
    }
  }

  private static final class NoImports implements ImportSteps {
    @Override
    public ImportObservation observe(UUID id, ImportPhase step) {
      throw refusal();
    }

    @Override
    public void ensure(ImportSpec spec, ImportPhase step) {
      throw refusal();
    }

    @Override
    public boolean remove(UUID id) {
      return true;
    }
  }

  private static DataPlaneException refusal() {
    return new DataPlaneException("the idle data plane creates no copies; register a version");
  }
}
