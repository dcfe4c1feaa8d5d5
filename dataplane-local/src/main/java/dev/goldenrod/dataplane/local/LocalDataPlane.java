package dev.goldenrod.dataplane.local;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.StandstillTimes;
import dev.goldenrod.dataplane.local.cgroup.Cgroups;
import dev.goldenrod.dataplane.local.database.LocalDatabases;
import dev.goldenrod.dataplane.local.database.LocalSchemas;
import dev.goldenrod.dataplane.local.database.RunningDatabase;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.imports.LocalImports;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.dataplane.local.snapshot.LocalArchives;
import dev.goldenrod.dataplane.local.version.LocalVersions;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.local.volume.VolumeStores;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.SourceSecrets;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.SecretCommands;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A data plane of database processes on this machine, on copy-on-write volumes. */
public final class LocalDataPlane implements DataPlane {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDataPlane.class);

  private final DataDirectory directory;
  private final VolumeStore volumes;
  private final Installations installations;
  private final EngineUsers users;
  private final LocalImports imports;
  private final LocalVersions versions;
  private final LocalDatabases databases;
  private final DatabaseSchemas schemas;
  private final LocalArchives archives;
  private final Cgroups cgroups;
  private final CloseableStack closers;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Opens the parts in the order in which they need each other; {@code closers} closes them. */
  private LocalDataPlane(LocalOptions options, CloseableStack closers) {
    this.closers = closers;
    directory = options.held().orElseGet(() -> closers.add(DataDirectory.lock(options.dataDir())));
    RunAs runAs = RunAs.detect(options.engineUser());
    LocalRoot root = LocalRoot.open(directory.path(), directory.id(), runAs);
    installations = Installations.find(root, runAs, options.postgresHomes());
    volumes = closers.add(VolumeStores.open(root, runAs, options.volumes()));
    volumes
        .limitProblem()
        .ifPresent(reason -> LOG.warn("Storage limits of databases are not enforced: {}", reason));
    String owner = directory.resourceOwner();
    users = EngineUsers.of(runAs, options.engineUids(), options.ports(), root.path(), owner);
    EngineServerFactory servers =
        new EngineServerFactory(Engines.all(), installations::programs, users, options.listen());
    PreparationContext preparation = new PreparationContext(root, users, volumes, servers);
    versions = closers.add(new LocalVersions(preparation, installations, options.importRoots()));
    imports = closers.add(LocalImports.open(preparation, installations, directory.secrets()));
    cgroups = closers.add(Cgroups.open(owner));
    DatabaseContext context =
        new DatabaseContext(
            root.databases(),
            volumes,
            versions,
            servers,
            new Ports(options.ports(), owner),
            users,
            cgroups,
            options.advertiseHost(),
            options.volatileClones(),
            new StandstillTimes(),
            options.tls(directory));
    databases = closers.add(LocalDatabases.open(context));
    schemas = closers.add(LocalSchemas.open(root, databases, installations));
    archives = closers.add(LocalArchives.open(preparation, installations));
  }

  /**
   * Opens the data plane of a data directory. Running databases are adopted and crashed ones are
   * restarted in the background.
   *
   * @throws DataPlaneException if another server holds the directory (which is then left
   *     untouched), or if this machine lacks a requirement, which the message names
   */
  public static LocalDataPlane open(LocalOptions options) {
    CloseableStack closers = new CloseableStack();
    try {
      return new LocalDataPlane(options, closers);
    } catch (RuntimeException e) {
      closers.close();
      throw e;
    }
  }

  /**
   * Stops all processes of the data directory, removes its mounts and deletes Goldenrod's files.
   * Other files are kept. Does nothing if the directory does not exist.
   *
   * @throws DataPlaneException if a server holds the directory, which is then left untouched
   */
  public static void purge(Path dataDir) {
    Purge.purge(dataDir);
  }

  /**
   * Stops all processes and removes all mounts of the data directory; all files are kept.
   *
   * @throws DataPlaneException if a server holds the directory, which is then left untouched
   */
  public static void shutDown(Path dataDir) {
    Purge.shutDown(dataDir);
  }

  /**
   * Removes the mounts that are left of a data directory which was deleted by other means.
   *
   * @param dataDirId the {@link #identity} that the deleted directory had
   * @throws DataPlaneException if the mounts cannot be removed
   */
  public static void unmountDeleted(String dataDirId) {
    Purge.unmountDeleted(dataDirId);
  }

  public String description() {
    return "%s; %s; %s"
        .formatted(volumes.description(), installations.description(), users.description());
  }

  /** Returns how volumes are copied, on which file system and where. */
  public String volumeDescription() {
    return volumes.description();
  }

  /** Returns whether a clone shares the data that it has not changed. */
  public boolean isCopyOnWrite() {
    return volumes.isCopyOnWrite();
  }

  /**
   * Returns the limits of databases that this machine cannot enforce, each with the reason, as in
   * {@code cpu: no cgroup hierarchy with the controller 'cpu' is mounted}.
   */
  public List<String> unenforcedLimits() {
    Stream<String> ofVolumes = volumes.limitProblem().map("storage: "::concat).stream();
    return Stream.concat(cgroups.problems(), ofVolumes).toList();
  }

  @Override
  public String identity() {
    return directory.id();
  }

  @Override
  public String location() {
    return "data directory " + directory.path();
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    requireOpen();
    return directory.owner().read();
  }

  @Override
  public synchronized boolean claim(Optional<StoreMark> expected, StoreMark next) {
    boolean asExpected = claimedBy().equals(expected);
    if (asExpected) {
      directory.owner().write(next);
    }
    return asExpected;
  }

  @Override
  public String displayName() {
    try {
      return "local-" + InetAddress.getLocalHost().getHostName().replaceFirst("[.].*", "");
    } catch (UnknownHostException e) {
      return "local-localhost";
    }
  }

  @Override
  public DataPlaneRelease release() {
    return DataPlaneRelease.LOCAL;
  }

  @Override
  public void onChange(Consumer<UUID> listener) {
    databases.onChange(listener);
    imports.onChange(listener);
    versions.onChange(listener);
  }

  @Override
  public void onStandstill(Consumer<Duration> listener) {
    databases.onStandstill(listener);
  }

  @Override
  public List<EngineVersion> engines() {
    requireOpen();
    return installations.engines();
  }

  @Override
  public boolean isStorageExhausted() {
    requireOpen();
    return volumes.isExhausted();
  }

  @Override
  public Optional<StorageUse> storage() {
    return volumes.use();
  }

  @Override
  public RunningDatabases databases() {
    requireOpen();
    return databases;
  }

  /**
   * Runs SQL statements as the administrator in a running database. Meant for callers that may read
   * the data directory anyway.
   *
   * @throws DataPlaneException if a statement fails, if the statements would give clients access to
   *     anything outside the database, or if the database is not running
   */
  public void administer(UUID database, String statements) {
    requireOpen();
    RunningDatabase server = databases.running(database);
    server.engineServer().administer(server.port(), statements);
  }

  @Override
  public DatabaseSnapshots snapshots() {
    requireOpen();
    return databases.snapshots();
  }

  @Override
  public SnapshotArchives archives() {
    requireOpen();
    return archives;
  }

  @Override
  public DatabaseSchemas schemas() {
    requireOpen();
    return schemas;
  }

  @Override
  public ImportSteps imports() {
    requireOpen();
    return imports;
  }

  @Override
  public Optional<MaskingTools> masking() {
    requireOpen();
    return Optional.of(imports.masking());
  }

  @Override
  public Optional<SourceTools> sources() {
    requireOpen();
    return Optional.of(imports.sources());
  }

  @Override
  public Optional<SourceSecrets> secrets() {
    requireOpen();
    return Optional.of(directory.secrets()::store);
  }

  @Override
  public String secretCommand(String secret) {
    return SecretCommands.inDirectory(secret, directory.path().toString());
  }

  @Override
  public VersionVolumes versions() {
    requireOpen();
    return versions;
  }

  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    requireOpen();
    return databases.factsOf(id);
  }

  @Override
  public Inventory inventory() {
    requireOpen();
    return new Inventory(
        databases.ids(),
        databases.snapshots().ids(),
        imports.importIds(),
        versions.handles(),
        versions.copies(),
        databases.snapshots().damaged());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      closers.close();
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new DataPlaneException(
          "local data plane %s is closed; open it again".formatted(directory.id()));
    }
  }
}
