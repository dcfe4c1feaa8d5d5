package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.database.DataOrigins.OriginSnapshot;
import dev.goldenrod.dataplane.k8s.database.ServerRuns.Findings;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseManifests;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.ServerScript;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseObjects;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.dataplane.k8s.work.Futures;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Brings databases to their specs, in steps that can be repeated. Used by one thread at a time for
 * each database.
 */
final class DatabaseProvisioner {
  /** Time for the nodes to route a Service to its new pod. */
  private static final Duration KNOWN_TO_NODES = Duration.ofSeconds(10);

  private final DatabaseContext context;
  private final ClusterApi cluster;
  private final DataOrigins origins;
  private final DatabaseObjects objects;
  private final DatabaseVolumes volumes;
  private final DatabaseResources resources;
  private final DatabaseServers servers;
  private final Endpoints endpoints;
  private final DatabaseView view;
  private final ServerRuns runs;
  private final Takeovers takeovers;
  private final ObsoleteObjects obsolete;
  private final DatabaseCertificates certificates;
  private final ExecutorService hashing =
      Executors.newCachedThreadPool(new DaemonThreads("password"));

  DatabaseProvisioner(
      DatabaseContext context,
      DataOrigins origins,
      DatabaseServers servers,
      KubernetesLogins logins,
      DatabaseCertificates certificates,
      DatabaseView view,
      DatabaseResources resources) {
    this.context = context;
    this.cluster = context.cluster();
    this.origins = origins;
    this.objects = view.objects();
    this.volumes = view.volumes();
    this.resources = resources;
    this.servers = servers;
    this.certificates = certificates;
    this.endpoints = view.endpoints();
    this.view = view;
    this.runs = new ServerRuns(objects, servers, logins, new PodProblems(cluster));
    this.obsolete = new ObsoleteObjects(cluster, objects);
    this.takeovers = new Takeovers(objects, servers, endpoints);
  }

  /**
   * Brings the database to the spec, and waits until that is done. Returns the other database from
   * which it took over the endpoint.
   */
  Optional<UUID> reconcile(DatabaseSpec spec, ClusterWait waiting) {
    DatabaseRoot adopted = ensureData(spec, waiting);
    waiting.cancelWhen(() -> isOvertaken(adopted));
    if (spec.generation() < adopted.generation()) {
      return Optional.empty();
    }
    apply(spec, adopted);
    Optional<UUID> former = takeovers.ensure(spec, adopted, waiting);
    DatabaseRoot root = ensureEndpoint(adopted);
    if (spec.running()) {
      start(spec, root, waiting);
      // The pod of the endpoint's former holder is gone, so the answering database is this one.
      former.ifPresent(
          id -> waiting.untilPolled(() -> endpoints.accepts(root.id()), KNOWN_TO_NODES));
    } else {
      awaitStopped(root, waiting);
    }
    return former;
  }

  private DatabaseRoot ensureData(DatabaseSpec spec, ClusterWait waiting) {
    DatabaseRoot root = ensureRoot(spec);
    waiting.cancelWhen(() -> isOvertaken(root));
    if (root.isBeingDeleted()) {
      throw WorkFailure.blocked("the database is being removed");
    }
    boolean lacksData =
        spec.generation() > root.generation()
            || (spec.generation() == root.generation() && volumes.isUnfilled(root));
    if (lacksData && !spec.mustExist()) {
      return makeData(spec, root, waiting);
    }
    if (spec.generation() < root.generation()) {
      return root;
    }
    return spec.running() == root.isToRun()
        ? withLateResources(spec, root)
        : withRunning(spec, root);
  }

  private DatabaseRoot ensureEndpoint(DatabaseRoot root) {
    KnownService service =
        endpoints.ensure(root, DatabaseServers.info(root).type(), servers.port(root));
    return service.equals(KnownService.of(root)) ? root : patch(root, service.patch());
  }

  private DatabaseRoot withRunning(DatabaseSpec spec, DatabaseRoot root) {
    return patch(
        root,
        spec.running()
            ? certificates.starting(resources.starting(spec, root).in(root.runningPatch(true)))
            : root.runningPatch(false));
  }

  /** Lets a database whose server does not run start with the resources it was given since. */
  private DatabaseRoot withLateResources(DatabaseSpec spec, DatabaseRoot root) {
    boolean isLate =
        resources.of(root).map(SavedResources::startedWith).stream()
            .anyMatch(has -> !has.untilRestart(spec.resources()).isEmpty());
    return isLate && spec.running() && !runs.isUp(root)
        ? patch(root, root.unlessChanged(resources.starting(spec, root).patch()))
        : root;
  }

  /** Reads live if the cache says that another server has changed the target: it can lag. */
  private boolean isOvertaken(DatabaseRoot root) {
    return view.root(root.id()).filter(now -> now.hasTargetOf(root)).isEmpty()
        && objects.root(root.id()).filter(now -> now.hasTargetOf(root)).isEmpty();
  }

  /** Deletes all objects of the database, some of which may take time to go. */
  void remove(UUID id) {
    origins.abandon(id);
    DatabaseNames names = new DatabaseNames(id);
    cluster.contents().list(Labels.DATABASE + "=" + id).stream()
        .map(Metadata::name)
        .forEach(cluster.contents()::delete);
    cluster.secrets().deleteWithDependents(names.root());
  }

  boolean isGone(UUID id) {
    Optional<DatabaseRoot> root = view.root(id);
    root.ifPresent(obsolete::deleteLateStatefulSet);
    return root.isEmpty();
  }

  Optional<String> removalBlocker(UUID id) {
    return view.root(id)
        .map(root -> root.secret().getMetadata().getFinalizers())
        .map(
            finalizers ->
                "the database is removed once the cluster has deleted its objects; finalizers: "
                    + String.join(", ", finalizers));
  }

  private DatabaseRoot ensureRoot(DatabaseSpec spec) {
    return objects.root(spec.id()).orElseGet(() -> newRoot(spec));
  }

  private DatabaseRoot newRoot(DatabaseSpec spec) {
    if (spec.mustExist()) {
      throw new CancellationException("the database is gone");
    }
    return new DatabaseRoot(
        cluster
            .secrets()
            .createIfMissing(DatabaseRoot.blank(spec.id(), origins.password(spec.origin()))));
  }

  private DatabaseRoot makeData(DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    OriginSnapshot origin = origins.ensure(spec, root, waiting);
    waiting.requireNotCancelled();
    volumes.createIfMissing(spec, root, origin);
    JsonObject patch =
        DatabaseResources.ofNew(spec).in(root.newGenerationPatch(spec, origin.data()));
    return patch(
        root,
        SortOrderAnnotations.addCheckDue(certificates.starting(patch), origin.isOrderUncertain()));
  }

  private void apply(DatabaseSpec spec, DatabaseRoot root) {
    objects.requireClaim(root);
    certificates.ensure(root, spec.origin());
    DatabaseManifests manifests = manifests(spec, root);
    cluster.configMaps().apply(manifests.configuration());
    cluster.networkPolicies().apply(manifests.networkPolicy());
    // Temporary clones have no names.
    if (context.options().holdsDatabases() && !spec.name().isEmpty()) {
      cluster.disruptionBudgets().apply(manifests.disruptionBudget());
    }
    obsolete.deletePod(root, applySet(manifests, spec.running()));
  }

  private V1StatefulSet applySet(DatabaseManifests manifests, boolean running) {
    return cluster.statefulSets().apply(manifests.statefulSet(running));
  }

  private DatabaseManifests manifests(DatabaseSpec spec, DatabaseRoot root) {
    Resources has = resources.of(root).map(SavedResources::startedWith).orElse(spec.resources());
    return new DatabaseManifests(
        root.names(),
        root.generation(),
        DatabaseServers.info(root),
        has,
        context.image(root),
        root.build().isReindexDue(),
        root.hasTls(),
        ServerScript.of(servers.of(root, has), servers.port(root)),
        servers.port(root),
        root.owner());
  }

  private void start(DatabaseSpec spec, DatabaseRoot root, ClusterWait waiting) {
    EngineServer server = servers.of(root, spec.resources());
    String password = root.password();
    Future<?> prepared = hashing.submit(() -> server.precomputeLogin(password));
    String run = runs.await(root, waiting);
    if (!root.isVerifiedIn(run)) {
      runs.awaitReady(root, run, waiting);
      Futures.join(prepared);
      Findings findings = runs.ensureAccess(root, server, waiting);
      waiting.untilPolled(() -> !endpoints.isSilent(root.id()), KNOWN_TO_NODES);
      obsolete.sweep(root);
      DatabaseRoot verified = patch(root, runs.verifiedPatch(root, run, findings));
      if (root.build().isReindexDue()) {
        // Otherwise a pod that the cluster replaces would rebuild the indexes again.
        applySet(manifests(spec, verified), spec.running());
      }
    }
    waiting.forValue(
        () -> {
          runs.requireSameRun(root, run);
          return Optional.of(true).filter(yes -> isReady(root));
        },
        () -> unavailability(root));
    obsolete.sweep(root);
  }

  private boolean isReady(DatabaseRoot root) {
    return view.of(root.id()).state() == DatabaseState.READY;
  }

  private void awaitStopped(DatabaseRoot root, ClusterWait waiting) {
    waiting.forValue(
        () -> Optional.of(true).filter(yes -> view.of(root.id()).state() == DatabaseState.STOPPED),
        Optional::empty);
  }

  private Optional<String> unavailability(DatabaseRoot root) {
    return endpoints.of(root.id()).isEmpty()
        ? Optional.of("the database's Service has no address yet")
        : runs.silenceReason(root);
  }

  private DatabaseRoot patch(DatabaseRoot root, JsonObject patch) {
    return cluster
        .secrets()
        .mergeUnlessChanged(root.names().root(), patch)
        .map(DatabaseRoot::new)
        .orElseThrow(() -> new CancellationException("another server has taken over the work"));
  }
}
