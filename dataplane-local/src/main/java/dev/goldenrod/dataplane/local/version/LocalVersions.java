package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.record.DatabaseContext.OriginVolumes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The volumes from which databases are created: imported and registered versions, and empty
 * databases. Thread-safe.
 */
public final class LocalVersions implements VersionVolumes, OriginVolumes, AutoCloseable {
  private final PreparationContext context;
  private final VolumeStore volumes;
  private final FrozenVolumes frozen;
  private final RegisteredVersions registered;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("version"));
  private final BackgroundRemovals removals = new BackgroundRemovals(executor);
  private volatile Consumer<UUID> listener = id -> {};

  public LocalVersions(
      PreparationContext context, Installations installations, List<Path> importRoots) {
    this.context = context;
    this.volumes = context.volumes();
    this.frozen = new FrozenVolumes(context);
    this.registered =
        new RegisteredVersions(context, frozen, installations, new ImportRoots(importRoots));
  }

  /** Registers the listener for ids of goldens of which a volume was removed. */
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public Optional<String> problemOf(String handle) {
    return registered.problemOf(handle);
  }

  @Override
  public boolean remove(VersionRef version) {
    return removals.ensureRemoved(
        version,
        !hasVolume(version),
        () -> removeNow(version),
        () -> listener.accept(version.goldenId()));
  }

  public Set<String> handles() {
    return volumes.list().stream()
        .flatMap(volume -> VolumeNames.makerOf(volume).stream())
        .map(VolumeNames::handle)
        .collect(Collectors.toSet());
  }

  /** Returns the registered versions with a volume, including incomplete ones. */
  public Set<VersionRef> copies() {
    return registered.versions();
  }

  /**
   * Returns the name of the frozen volume for clones of the version. The first call for a
   * registered {@code dir:/absolute/path} or {@code snapshot:id} copies and prepares it, which
   * takes time; concurrent calls wait.
   */
  @Override
  public String ofVersion(VersionRef version) {
    if (RegisteredVersions.isOne(version)) {
      return registered.volumeOf(version);
    }
    return imported(version)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "golden '%s' version %d: this machine has no volume for its handle '%s'; import it, or register 'dir:/absolute/path' of a data directory, or 'snapshot:' and the id of a snapshot"
                        .formatted(version.golden(), version.version(), version.handle())));
  }

  /**
   * Returns the name of the frozen volume with an empty database. The first call creates it, which
   * takes time; concurrent calls wait.
   */
  @Override
  public String ofBlank(String type, String release) {
    Engine engine = context.servers().engine(type);
    context.servers().programs(type, release);
    String name = "blank-%s-%s".formatted(type, release.replace('.', '-'));
    frozen.ensure(name, (staged, folder) -> fillBlank(engine, release, staged, folder));
    return name;
  }

  private void fillBlank(Engine engine, String release, String name, WorkFolder folder) {
    DataVolume volume = new DataVolume(volumes.create(name));
    volume.write(engine.initialise(context.preparation(engine.type(), release, volume, folder)));
  }

  /** Starts no further removals; those in progress are completed. */
  @Override
  public void close() {
    executor.shutdown();
  }

  private boolean hasVolume(VersionRef version) {
    return RegisteredVersions.isOne(version)
        ? registered.hasVolume(version)
        : imported(version).isPresent();
  }

  private void removeNow(VersionRef version) {
    if (RegisteredVersions.isOne(version)) {
      registered.remove(version);
    }
    VolumeNames.madeBy(version.handle()).map(VolumeNames::golden).ifPresent(volumes::remove);
  }

  private Optional<String> imported(VersionRef version) {
    return VolumeNames.madeBy(version.handle()).map(VolumeNames::golden).filter(volumes::exists);
  }
}
