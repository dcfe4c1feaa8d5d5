package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.k8s.archive.KubernetesArchives;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ClusterConnection;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.database.KubernetesDatabases;
import dev.goldenrod.dataplane.k8s.declared.DeclaredResources;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.imports.ImportContext;
import dev.goldenrod.dataplane.k8s.imports.KubernetesImports;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.tls.NamespaceTls;
import dev.goldenrod.dataplane.k8s.version.AbandonedStaging;
import dev.goldenrod.dataplane.k8s.version.BlankVersions;
import dev.goldenrod.dataplane.k8s.version.KubernetesVersions;
import dev.goldenrod.dataplane.k8s.version.PreparationContext;
import dev.goldenrod.dataplane.k8s.version.RegisteredVersions;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.SecretCommands;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A data plane whose databases are pods of a Kubernetes cluster, on volumes of a CSI driver that
 * takes snapshots. Thread-safe.
 */
public final class KubernetesDataPlane implements DataPlane {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesDataPlane.class);

  /** Declared objects are also compared at this interval, because a watch can miss a change. */
  private static final Duration DECLARED_RESYNC = Duration.ofMinutes(1);

  private final String identity;
  private final ClusterConnection connection;
  private final ClusterApi cluster;
  private final StorageClasses classes;
  private final KubernetesVersions versions;
  private final RegisteredVersions registered;
  private final AbandonedStaging staging;
  private final KubernetesImports imports;
  private final KubernetesArchives archives;
  private final KubernetesDatabases databases;
  private final Optional<NamespaceTls> tls;
  private final AtomicBoolean closed = new AtomicBoolean();

  private KubernetesDataPlane(
      KubernetesOptions options,
      WaitTimes times,
      ClusterConnection connection,
      ClusterApi cluster) {
    this.identity = new OwnedNamespace(cluster).identity();
    this.classes = StorageClasses.find(cluster, options);
    classes.warnings().forEach(LOG::warn);
    this.connection = connection;
    this.cluster = cluster;
    this.versions = new KubernetesVersions(cluster);
    Images images = new Images(options.registry(), options.images(), options.pullSecret());
    new TemplateCheck(cluster, images).require(options);
    this.imports =
        new KubernetesImports(
            new ImportContext(
                connection.streams(),
                cluster,
                options,
                images,
                versions,
                UUID.randomUUID().toString()));
    this.tls = NamespaceTls.open(options, cluster.secrets());
    PreparationContext preparation = preparationContext(options, images, times);
    this.registered = new RegisteredVersions(preparation);
    this.staging = new AbandonedStaging(cluster);
    this.archives = new KubernetesArchives(preparation);
    this.databases = KubernetesDatabases.open(databaseContext(options, images, preparation));
  }

  /**
   * Connects to the cluster. Databases that exist in it are left unchanged until requested.
   *
   * @throws DataPlaneException if the cluster cannot be reached, refuses, or lacks something; the
   *     message names it
   */
  public static KubernetesDataPlane open(KubernetesOptions options) {
    return open(options, WaitTimes.DEFAULT);
  }

  static KubernetesDataPlane open(KubernetesOptions options, WaitTimes times) {
    ClusterConnection connection = ClusterConnection.open(options);
    try {
      return open(options, times, connection);
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static KubernetesDataPlane open(
      KubernetesOptions options, WaitTimes times, ClusterConnection connection) {
    ClusterApi cluster =
        ClusterApi.open(connection, options.namespace(), Labels.SELECTOR, options.templates());
    try {
      return new KubernetesDataPlane(options, times, connection, cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private PreparationContext preparationContext(
      KubernetesOptions options, Images images, WaitTimes times) {
    return new PreparationContext(
        cluster,
        () -> StorageClasses.find(cluster, options),
        images,
        pod -> new EnginePod(connection.streams(), cluster.namespace(), pod),
        times);
  }

  private DatabaseContext databaseContext(
      KubernetesOptions options, Images images, PreparationContext preparation) {
    Map<String, Engine> engines = Engines.byType();
    return new DatabaseContext(
        cluster,
        options,
        preparation.classes(),
        images,
        engines,
        preparation.pods(),
        handle -> versions.find(handle).map(SavedVersion::data),
        tls,
        new BlankVersions(preparation, type -> Objects.requireNonNull(engines.get(type))),
        registered,
        preparation.times());
  }

  /** Returns the certificates of the databases' authorities as PEM; empty without TLS. */
  public Optional<String> authorities() {
    return tls.map(NamespaceTls::authorities);
  }

  /** Returns the namespace and its classes of volumes and snapshots, for people. */
  public String description() {
    return "namespace %s, %s".formatted(cluster.namespace(), classes.description());
  }

  @Override
  public String message() {
    return unreachable().orElseGet(() -> classes.report());
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String location() {
    return "namespace " + cluster.namespace();
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    requireOpen();
    return new OwnedNamespace(cluster).mark();
  }

  @Override
  public boolean claim(Optional<StoreMark> expected, StoreMark next) {
    requireOpen();
    return new OwnedNamespace(cluster).replace(expected, next);
  }

  @Override
  public Optional<String> unreachable() {
    return cluster.outage();
  }

  @Override
  public String displayName() {
    return "kubernetes-" + cluster.namespace();
  }

  @Override
  public DataPlaneRelease release() {
    return DataPlaneRelease.KUBERNETES;
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
    return Engines.versions(EngineVersion.Origin.IMAGE);
  }

  /** Returns false: there is no shared storage, and a lack of space is reported per volume. */
  @Override
  public boolean isStorageExhausted() {
    requireOpen();
    return false;
  }

  @Override
  public RunningDatabases databases() {
    requireOpen();
    return databases;
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
    return databases.schemas();
  }

  @Override
  public ImportSteps imports() {
    requireOpen();
    return imports;
  }

  @Override
  public Optional<SourceTools> sources() {
    requireOpen();
    return Optional.of(imports.sources());
  }

  @Override
  public String secretCommand(String secret) {
    return SecretCommands.inNamespace(secret, cluster.namespace());
  }

  @Override
  public VersionVolumes versions() {
    requireOpen();
    return this::removeVersion;
  }

  private boolean removeVersion(VersionRef version) {
    boolean noneImported = versions.remove(version);
    return registered.remove(version) && noneImported;
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    requireOpen();
    return databases.factsOf(id);
  }

  @Override
  public Inventory inventory() {
    requireOpen();
    registered.sweepOrigins();
    staging.sweep();
    databases.snapshots().keepContents();
    archives.sweep();
    return Inventory.undamaged(
        databases.ids(),
        databases.snapshots().ids(),
        imports.importIds(),
        versions.handles(),
        registered.copies());
  }

  /** A running reconciliation of declared Clones and Databases; {@link #close} stops it. */
  @FunctionalInterface
  public interface DeclaredObjects extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Starts reconciling the declared Clones and Databases. Close the returned object before the
   * control plane and this data plane.
   *
   * @throws DataPlaneException if the cluster does not know these kinds or forbids reading them;
   *     the message says what to type
   */
  public DeclaredObjects serveDeclared(ControlPlane control, NamespaceMembers members) {
    requireOpen();
    return DeclaredResources.start(
            control, identity(), cluster.declared(), members, Clock.systemUTC(), DECLARED_RESYNC)
        ::close;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      imports.close();
      archives.close();
      databases.close();
      cluster.close();
      connection.close();
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new DataPlaneException("the data plane on Kubernetes is closed; open it again");
    }
  }
}
