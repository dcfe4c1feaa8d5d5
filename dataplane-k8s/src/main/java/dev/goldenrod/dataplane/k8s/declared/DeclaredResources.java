package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Unavailable;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredKind;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredName;
import dev.goldenrod.dataplane.k8s.declared.WorkQueue.Requeue;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles the Clones and Databases that are declared in the cluster, as the member of their
 * namespace and through the same use cases that answer API requests. All state is in the object's
 * status and, by its uid, in the store, so that any server can continue and two may reconcile an
 * object at the same time. Normally one server does, by a lease in the store.
 *
 * <p>A reconciliation calls the API server only to read or write something: objects are read when
 * the watch has seen another version, and their instances and databases are read from the store. It
 * is triggered by the watch, by a change on this server, by a delay while work is in progress, and
 * by the resync.
 */
public final class DeclaredResources implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DeclaredResources.class);

  private final ControlPlane control;
  private final DeclaredApi api;
  private final NamespaceMembers members;
  private final Clock clock;
  private final DeclaredRequests requests;
  private final Map<DeclaredKind, DeclaredObjectReconciler> reconcilers =
      new EnumMap<>(DeclaredKind.class);
  private final Map<DeclaredName, String> troubles = new ConcurrentHashMap<>();
  private final DeclaredObjectCache objects;
  private final DeclaredEvents events;
  private final WorkQueue queue;
  private final LeaseKeeper lease;
  private final Runnable stopListening;

  private DeclaredResources(
      ControlPlane control,
      String identity,
      DeclaredApi api,
      NamespaceMembers members,
      Clock clock,
      Duration resync) {
    this.control = control;
    this.api = api;
    this.objects = new DeclaredObjectCache(api);
    this.events = new DeclaredEvents(api, clock);
    this.members = members;
    this.clock = clock;
    this.requests = new DeclaredRequests(control.idempotencyKeys());
    // Half of it, because two resyncs can be slightly less than the interval apart.
    CredentialReports credentials =
        new CredentialReports(new CredentialSecrets(api), resync.dividedBy(2));
    reconcilers.put(
        DeclaredKind.CLONE,
        new DeclaredCloneReconciler(control.instances(), requests, credentials, clock));
    reconcilers.put(
        DeclaredKind.DATABASE,
        new DeclaredDatabaseReconciler(
            control.databases(),
            requests,
            credentials,
            () -> control.clusters().idOf(identity).map(UUID::toString).orElse(""),
            control::admin));
    this.queue = new WorkQueue(this::reconcileByName);
    this.lease =
        new LeaseKeeper(
            control.taskLease("declared/" + identity),
            () -> control.retirement().isEmpty(),
            this::enqueueAll);
    this.stopListening = control.onChange(id -> objects.nameOf(id).ifPresent(queue::add));
  }

  /**
   * Starts reconciling, in threads of its own.
   *
   * @param identity of the data plane whose cluster has the objects
   * @param api is closed by {@link #close}, and also when this method throws
   * @param resync interval at which all objects are reconciled
   * @throws DataPlaneException if the cluster does not know the kinds, or forbids listing them; the
   *     message says what to type
   */
  public static DeclaredResources start(
      ControlPlane control,
      String identity,
      DeclaredApi api,
      NamespaceMembers members,
      Clock clock,
      Duration resync) {
    DeclaredResources resources =
        new DeclaredResources(control, identity, api, members, clock, resync);
    try {
      new DeclaredCheck(api).require(members);
      resources.reconcilers.keySet().forEach(resources::watch);
      resources.lease.start();
      resources.queue.repeat(resync, resources::enqueueAll);
      return resources;
    } catch (RuntimeException e) {
      resources.close();
      throw e;
    }
  }

  private void watch(DeclaredKind kind) {
    api.watch(
        kind,
        object ->
            nameOf(kind, object)
                .filter(name -> !objects.isKnown(name, object.getMetadata().getResourceVersion()))
                .ifPresent(queue::add));
  }

  /** Returns empty if no member is configured for the object's namespace. */
  private Optional<DeclaredName> nameOf(DeclaredKind kind, DynamicKubernetesObject object) {
    String namespace = Objects.requireNonNull(object.getMetadata().getNamespace());
    String name = Metadata.name(object);
    return members.memberOf(namespace).map(member -> new DeclaredName(kind, namespace, name));
  }

  private void enqueueAll() {
    if (lease.isHeld()) {
      for (DeclaredKind kind : reconcilers.keySet()) {
        api.seen(kind).forEach(object -> nameOf(kind, object).ifPresent(queue::add));
      }
    }
  }

  private Requeue reconcileByName(DeclaredName name) {
    if (!lease.isHeld()) {
      return Requeue.NONE;
    }
    try {
      Requeue next = objects.find(name).map(this::reconcile).orElse(Requeue.NONE);
      troubles.remove(name);
      return next;
    } catch (DataPlaneUnreachableException away) {
      LOG.debug("{}", name, away);
      return Requeue.RETRY;
    } catch (DataPlaneException refused) {
      warn(name, String.valueOf(refused.getMessage()));
      return Requeue.RETRY;
    }
  }

  private void warn(DeclaredName name, String trouble) {
    if (!trouble.equals(troubles.put(name, trouble))) {
      LOG.warn("Cannot reconcile {}, will retry: {}", name, trouble);
    }
  }

  private Requeue reconcile(DeclaredObject object) {
    try {
      if (object.isDeleting()) {
        return object.hasFinalizer() ? finalizeObject(object) : Requeue.NONE;
      }
      // A removed finalizer on an object with an id was removed by a user who wants to keep the
      // resource.
      return object.hasFinalizer() || object.id().isPresent()
          ? reconcileResource(object)
          : addFinalizer(object);
    } catch (ControlPlaneException refused) {
      return writeStatus(object, StatusUpdate.unchanged(object, ObjectConditions.refused(refused)));
    } catch (RuntimeException e) {
      if (e instanceof Unavailable) {
        LOG.debug("{}", object.name(), e);
        return Requeue.RETRY;
      }
      throw e;
    }
  }

  private Requeue addFinalizer(DeclaredObject object) {
    return objects
        .merge(object.name(), object.addFinalizerPatch())
        .map(this::reconcile)
        .orElse(Requeue.POLL);
  }

  private Requeue reconcileResource(DeclaredObject object) {
    return actor(object)
        .map(actor -> writeStatus(object, reconciler(object).reconcile(object, actor)))
        .orElseGet(
            () -> writeStatus(object, StatusUpdate.unchanged(object, memberMissing(object))));
  }

  private DeclaredObjectReconciler reconciler(DeclaredObject object) {
    return Objects.requireNonNull(reconcilers.get(object.name().kind()));
  }

  private Optional<Actor> actor(DeclaredObject object) {
    return members
        .memberOf(object.name().namespace())
        .flatMap(email -> control.members().actor(control.admin(), email));
  }

  private ObjectConditions memberMissing(DeclaredObject object) {
    String namespace = object.name().namespace();
    return ObjectConditions.stalled(
        "MemberMissing",
        members
            .memberOf(namespace)
            .map(
                email ->
                    "there is no active member %s, which --kube-resources maps namespace %s to; invite or enable the member"
                        .formatted(email, namespace))
            .orElse("--kube-resources maps namespace %s to no member".formatted(namespace)));
  }

  private Requeue writeStatus(DeclaredObject object, StatusUpdate update) {
    ObjectConditions conditions = update.conditions();
    Optional<JsonObject> patch = update.patchOf(object, clock.instant());
    Optional<DeclaredObject> written =
        patch.flatMap(one -> objects.mergeStatus(object.name(), one));
    written.ifPresent(now -> events.record(object, now, conditions));
    boolean isWritten = patch.isEmpty() || written.isPresent();
    if (!isWritten || conditions.isReconciling()) {
      return Requeue.POLL;
    }
    return conditions.stalled().isPresent() ? Requeue.RETRY : Requeue.NONE;
  }

  /**
   * If the kind's definition is being deleted, so are the objects of all installations, which their
   * authors did not ask for: resources stay then.
   */
  private Requeue finalizeObject(DeclaredObject object) {
    try {
      if (api.isEnding(object.name().kind())) {
        LOG.warn(
            "Releasing {} because its definition is being deleted; delete its resource through the API: {}",
            object.name(),
            object.id().map(UUID::toString).orElse("unknown"));
        return removeFinalizer(object);
      }
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException unreadable) {
      return writeStatus(object, StatusUpdate.unchanged(object, definitionUnreadable(unreadable)));
    }
    return delete(object);
  }

  private static ObjectConditions definitionUnreadable(DataPlaneException unreadable) {
    return ObjectConditions.stalled(
        "DefinitionUnreadable",
        "cannot tell whether the definition of the kind is being deleted too, so the resource is kept: %s"
            .formatted(unreadable.getMessage()));
  }

  private Requeue delete(DeclaredObject object) {
    Optional<Actor> actor = actor(object);
    if (actor.isPresent()) {
      resourceId(object, actor.get()).ifPresent(id -> reconciler(object).delete(actor.get(), id));
    } else if (isLeftBehind(object)) {
      return writeStatus(object, StatusUpdate.unchanged(object, memberMissing(object)));
    }
    Requeue next = removeFinalizer(object);
    if (next == Requeue.NONE) {
      actor.ifPresent(one -> requests.forget(one, object));
    }
    return next;
  }

  private Requeue removeFinalizer(DeclaredObject object) {
    DeclaredName name = object.name();
    objects.forget(name);
    return api.merge(name, object.removeFinalizerPatch()).isPresent() ? Requeue.NONE : Requeue.POLL;
  }

  private Optional<UUID> resourceId(DeclaredObject object, Actor actor) {
    return object.id().or(() -> requests.preventCreation(actor, object));
  }

  /** A removed member's resources are deleted with the member; a disabled member's stay. */
  private boolean isLeftBehind(DeclaredObject object) {
    return object.id().filter(id -> reconciler(object).isPresent(control.admin(), id)).isPresent();
  }

  /** Stops reconciling. Instances and databases stay. */
  @Override
  public void close() {
    stopListening.run();
    queue.close();
    lease.close();
    api.close();
  }
}
