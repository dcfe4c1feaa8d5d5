package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Unavailable;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.DeclaredKind;
import dev.goldenrod.dataplane.k8s.declared.WorkQueue.Next;
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
  private final Map<DeclaredKind, Declaration> declarations = new EnumMap<>(DeclaredKind.class);
  private final Map<DeclaredName, String> troubles = new ConcurrentHashMap<>();
  private final ReadObjects objects;
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
    this.objects = new ReadObjects(api);
    this.events = new DeclaredEvents(api, clock);
    this.members = members;
    this.clock = clock;
    this.requests = new DeclaredRequests(control.idempotencyKeys());
    // Half of it, because two resyncs can be slightly less than the interval apart.
    CredentialReports credentials =
        new CredentialReports(new CredentialSecrets(api), resync.dividedBy(2));
    declarations.put(
        DeclaredKind.CLONE,
        new CloneDeclaration(control.instances(), requests, credentials, clock));
    declarations.put(
        DeclaredKind.DATABASE,
        new DatabaseDeclaration(
            control.databases(),
            requests,
            credentials,
            () -> control.clusters().idOf(identity).map(UUID::toString).orElse("")));
    this.queue = new WorkQueue(this::lookAt);
    this.lease =
        new LeaseKeeper(
            control.taskLease("declared/" + identity),
            () -> control.retirement().isEmpty(),
            this::lookAtAll);
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
      resources.declarations.keySet().forEach(resources::watch);
      resources.lease.start();
      resources.queue.repeat(resync, resources::lookAtAll);
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
    String name = Objects.requireNonNull(object.getMetadata().getName());
    return members.memberOf(namespace).map(member -> new DeclaredName(kind, namespace, name));
  }

  private void lookAtAll() {
    if (lease.isHeld()) {
      for (DeclaredKind kind : declarations.keySet()) {
        api.seen(kind).forEach(object -> nameOf(kind, object).ifPresent(queue::add));
      }
    }
  }

  private Next lookAt(DeclaredName name) {
    if (!lease.isHeld()) {
      return Next.REST;
    }
    try {
      Next next = objects.find(name).map(this::reconcile).orElse(Next.REST);
      troubles.remove(name);
      return next;
    } catch (DataPlaneUnreachableException away) {
      LOG.debug("{}", name, away);
      return Next.RETRY;
    } catch (DataPlaneException refused) {
      warn(name, String.valueOf(refused.getMessage()));
      return Next.RETRY;
    }
  }

  private void warn(DeclaredName name, String trouble) {
    if (!trouble.equals(troubles.put(name, trouble))) {
      LOG.warn("{} is tried again and again: {}", name, trouble);
    }
  }

  private Next reconcile(DeclaredObject object) {
    try {
      if (object.isDeleting()) {
        return object.isHeld() ? release(object) : Next.REST;
      }
      // A removed finalizer on an object with an id was removed by a user who wants to keep the
      // resource.
      return object.isHeld() || object.id().isPresent() ? bringAbout(object) : hold(object);
    } catch (ControlPlaneException refused) {
      return tell(object, Report.unchanged(object, Refusals.verdict(refused)));
    } catch (RuntimeException e) {
      if (e instanceof Unavailable) {
        LOG.debug("{}", object.name(), e);
        return Next.RETRY;
      }
      throw e;
    }
  }

  private Next hold(DeclaredObject object) {
    DeclaredName name = object.name();
    return kept(name, api.merge(name.kind(), name.namespace(), name.name(), object.holdingPatch()))
        .map(this::reconcile)
        .orElse(Next.LOOK);
  }

  private Next bringAbout(DeclaredObject object) {
    return actor(object)
        .map(actor -> tell(object, declaration(object).reconcile(object, actor)))
        .orElseGet(() -> tell(object, Report.unchanged(object, memberMissing(object))));
  }

  private Declaration declaration(DeclaredObject object) {
    return Objects.requireNonNull(declarations.get(object.name().kind()));
  }

  private Optional<Actor> actor(DeclaredObject object) {
    return members
        .memberOf(object.name().namespace())
        .flatMap(email -> control.members().actor(control.admin(), email));
  }

  private Verdict memberMissing(DeclaredObject object) {
    String namespace = object.name().namespace();
    return Verdict.stalled(
        "MemberMissing",
        "there is no active member %s, as whom --kube-resources lets namespace %s act; invite or enable it"
            .formatted(members.memberOf(namespace).orElse(""), namespace));
  }

  private Next tell(DeclaredObject object, Report report) {
    DeclaredName name = object.name();
    Verdict verdict = report.verdict();
    Optional<JsonObject> patch = report.patchOf(object, clock.instant());
    Optional<DeclaredObject> written =
        patch.flatMap(
            one -> kept(name, api.mergeStatus(name.kind(), name.namespace(), name.name(), one)));
    written.ifPresent(now -> events.record(object, now, verdict));
    boolean isTold = patch.isEmpty() || written.isPresent();
    if (!isTold || verdict.isReconciling()) {
      return Next.LOOK;
    }
    return verdict.stalled().isPresent() ? Next.RETRY : Next.REST;
  }

  private Optional<DeclaredObject> kept(
      DeclaredName name, Optional<DynamicKubernetesObject> written) {
    Optional<DeclaredObject> object = written.map(one -> DeclaredObject.of(name, one));
    object.ifPresentOrElse(objects::keep, () -> objects.forget(name));
    return object;
  }

  /**
   * If the kind's definition is being deleted, so are the objects of all installations, which their
   * authors did not ask for: resources stay then.
   */
  private Next release(DeclaredObject object) {
    try {
      if (api.isEnding(object.name().kind())) {
        LOG.warn(
            "Releasing {} because its definition is being deleted; delete its resource through the API: {}",
            object.name(),
            object.id().map(UUID::toString).orElse("nothing that is known"));
        return letGo(object);
      }
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException unreadable) {
      return tell(object, Report.unchanged(object, definitionUnreadable(unreadable)));
    }
    return delete(object);
  }

  private static Verdict definitionUnreadable(DataPlaneException unreadable) {
    return Verdict.stalled(
        "DefinitionUnreadable",
        "whether all of its kind are being deleted by accident is not known, so it stays: %s"
            .formatted(unreadable.getMessage()));
  }

  private Next delete(DeclaredObject object) {
    Optional<Actor> actor = actor(object);
    if (actor.isPresent()) {
      made(object, actor.get()).ifPresent(id -> declaration(object).delete(actor.get(), id));
    } else if (isLeftBehind(object)) {
      return tell(object, Report.unchanged(object, memberMissing(object)));
    }
    Next next = letGo(object);
    if (next == Next.REST) {
      actor.ifPresent(one -> requests.forget(one, object));
    }
    return next;
  }

  private Next letGo(DeclaredObject object) {
    DeclaredName name = object.name();
    objects.forget(name);
    return api.merge(name.kind(), name.namespace(), name.name(), object.releasingPatch())
            .isPresent()
        ? Next.REST
        : Next.LOOK;
  }

  private Optional<UUID> made(DeclaredObject object, Actor actor) {
    return object.id().or(() -> requests.giveUp(actor, object));
  }

  /** A removed member's resources are deleted with the member; a disabled member's stay. */
  private boolean isLeftBehind(DeclaredObject object) {
    return object.id().filter(id -> declaration(object).isPresent(control.admin(), id)).isPresent();
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
