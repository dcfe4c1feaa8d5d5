package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.SocketConnection;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.snapshot.KubernetesSnapshots;
import dev.goldenrod.dataplane.k8s.snapshot.VolumeCopier;
import dev.goldenrod.dataplane.k8s.work.Futures;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.tunnel.ClientConnection;
import io.kubernetes.client.common.KubernetesObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All databases of a namespace. Thread-safe. */
public final class KubernetesDatabases implements RunningDatabases, AutoCloseable {
  /** Labels of objects that any database may wait for. */
  private static final List<String> SHARED =
      List.of(Labels.BLANK, Labels.REGISTERED, Labels.REGISTERED_ORIGIN);

  private final DatabaseContext context;
  private final ExecutorService executor =
      Executors.newCachedThreadPool(new DaemonThreads("database"));
  private final Map<UUID, DatabaseWork> works = new ConcurrentHashMap<>();
  private final ResizeQueue resizes;
  private final DatabaseObjects objects;
  private final DatabaseServers servers;
  private final DatabaseView view;
  private final KubernetesLogins logins;
  private final DatabaseCertificates certificates;
  private final DatabaseProvisioner provisioner;
  private final KubernetesSnapshots snapshots;
  private final VolumeCopier copier;
  private final KubernetesSchemas schemas;
  private volatile Consumer<UUID> listener = id -> {};

  private KubernetesDatabases(DatabaseContext context) {
    this.context = context;
    this.objects = new DatabaseObjects(context.cluster());
    this.servers = new DatabaseServers(context);
    DatabaseVolumes volumes = new DatabaseVolumes(context);
    DatabaseResources resources = new DatabaseResources(context.cluster(), volumes);
    this.resizes = new ResizeQueue(resources, executor);
    this.view =
        new DatabaseView(
            context.cluster(),
            context.images(),
            new Endpoints(context.cluster(), context.options()),
            objects,
            volumes);
    this.certificates = new DatabaseCertificates(context, servers, view);
    this.logins = new KubernetesLogins(context, servers, certificates, view);
    this.copier = new VolumeCopier(context, servers);
    this.provisioner =
        new DatabaseProvisioner(
            context,
            new DataOrigins(context, copier),
            servers,
            logins,
            certificates,
            view,
            resources);
    this.schemas = new KubernetesSchemas(context, servers, this::requireReady);
    this.snapshots = new KubernetesSnapshots(context, copier, executor, id -> listener.accept(id));
  }

  /** Opens the databases of the cluster, leaving existing ones unchanged. */
  public static KubernetesDatabases open(DatabaseContext context) {
    KubernetesDatabases databases = new KubernetesDatabases(context);
    context.cluster().onChange(databases::onObjectChange);
    databases.logins.begin();
    databases.certificates.begin();
    databases.view.endpoints().onMove(databases::notifyAllChanged);
    return databases;
  }

  /** The host of all endpoints has changed. */
  private void notifyAllChanged() {
    view.ids().forEach(listener);
  }

  /** Registers a listener for how long a running database's writes were suspended during a copy. */
  public void onStandstill(Consumer<Duration> newListener) {
    copier.standstills().onStandstill(newListener);
  }

  /** Registers the change listener, which receives the id of a changed database or snapshot. */
  public void onChange(Consumer<UUID> newListener) {
    listener = Objects.requireNonNull(newListener);
  }

  @Override
  public DatabaseObservation observe(UUID id) {
    DatabaseWork work = works.get(id);
    DatabaseObservation seen = work == null ? view.of(id) : work.observation();
    return seen.state() == DatabaseState.ABSENT ? confirmed(id, seen) : seen;
  }

  /** Reads live: the cache can lag, and an absent database counts as lost. */
  private DatabaseObservation confirmed(UUID id, DatabaseObservation absent) {
    return objects
        .root(id)
        .map(root -> new DatabaseObservation(DatabaseState.WORKING, root.generation(), "", ""))
        .orElse(absent);
  }

  @Override
  public boolean isAt(UUID id, String endpoint) {
    return view.endpoints().has(id, endpoint);
  }

  @Override
  public void ensure(DatabaseSpec spec) {
    if (spec.generation() >= view.of(spec.id()).generation()) {
      work(spec.id()).ensure(spec);
    }
  }

  @Override
  public Optional<Resources> resources(UUID id) {
    return view.root(id).flatMap(resizes::requestedResources);
  }

  @Override
  public void resize(UUID id, Resources wanted) {
    resizes.begin(id, () -> objects.root(id), wanted);
  }

  @Override
  public void remove(UUID id) {
    if (works.containsKey(id) || view.root(id).isPresent()) {
      work(id).remove();
    }
  }

  @Override
  public Optional<Credentials> credentials(UUID id) {
    DatabaseWork work = works.get(id);
    if (work != null && work.isNew()) {
      return Optional.empty();
    }
    return objects
        .root(id)
        .filter(root -> root.hadClients() && !root.isBeingDeleted())
        .flatMap(logins::credentials);
  }

  @Override
  public Optional<String> loginProblem(UUID id) {
    if (observe(id).state() != DatabaseState.READY) {
      return Optional.of("the database does not run");
    }
    DatabaseRoot root = objects.requireRoot(id);
    try (PodTunnel tunnel = servers.tunnel(root)) {
      return servers.of(root).loginProblem(tunnel.port(), root.password());
    }
  }

  /**
   * Continues in the background if the caller is interrupted, so that the engine and the Secret end
   * up with the same password.
   */
  @Override
  public Credentials resetCredentials(UUID id) {
    DatabaseRoot root = requireReady(id);
    Futures.join(executor.submit(() -> logins.reset(root)));
    return logins
        .credentials(objects.requireRoot(id))
        .orElseThrow(() -> new DataPlaneException("database %s has no endpoint".formatted(id)));
  }

  @Override
  public boolean upgradeImage(UUID id, boolean reindex) {
    return new ImageUpgrades(context, servers, objects).upgrade(requireReady(id), reindex);
  }

  public KubernetesSnapshots snapshots() {
    return snapshots;
  }

  public DatabaseSchemas schemas() {
    return schemas;
  }

  /** Uses a tunnel of its own, because the API server may reach pods that this process cannot. */
  @Override
  public ClientConnection openConnection(UUID id) {
    PodTunnel tunnel = servers.tunnel(requireReady(id));
    return SocketConnection.toLoopback("database " + id, tunnel.port(), tunnel::close);
  }

  /** Returns a database that clients can use; throws if it does not run. */
  private DatabaseRoot requireReady(UUID id) {
    if (observe(id).state() != DatabaseState.READY) {
      throw new DataPlaneException("database %s does not run".formatted(id));
    }
    return objects.requireRoot(id);
  }

  public Optional<Orphan.Facts> factsOf(UUID id) {
    return view.root(id).flatMap(DatabaseRoot::facts).or(() -> snapshots.facts(id));
  }

  public Set<UUID> ids() {
    return view.ids();
  }

  /** Stops working and leaves the databases running. */
  @Override
  public void close() {
    listener = id -> {};
    schemas.close();
    logins.close();
    certificates.close();
    view.endpoints().close();
    executor.shutdownNow();
  }

  private DatabaseWork work(UUID id) {
    return works.computeIfAbsent(
        id,
        key ->
            new DatabaseWork(
                key,
                provisioner,
                view,
                executor,
                () -> changed(key),
                this::repeat,
                context.times().reportDelay()));
  }

  private void repeat(UUID id) {
    DatabaseWork work = works.get(id);
    if (work != null) {
      work.repeat();
    }
    changed(id);
  }

  private void changed(UUID id) {
    listener.accept(id);
    if (view.root(id).isEmpty() && observe(id).state() == DatabaseState.ABSENT) {
      works.remove(id);
    }
  }

  private void onObjectChange(KubernetesObject object) {
    Labels.id(object, Labels.DATABASE)
        .ifPresent(
            id -> {
              works.computeIfPresent(id, (key, work) -> wakeUnlessRemoved(key, work));
              listener.accept(id);
            });
    Labels.id(object, Labels.SNAPSHOT).ifPresent(snapshots::onObjectChange);
    if (SHARED.stream().anyMatch(label -> Labels.id(object, label).isPresent())) {
      works.values().forEach(DatabaseWork::wake);
    }
  }

  /** Drops the work of a database that another server has removed. */
  private @Nullable DatabaseWork wakeUnlessRemoved(UUID id, DatabaseWork work) {
    work.wake();
    return view.root(id).isEmpty() && !work.isBusy() ? null : work;
  }
}
