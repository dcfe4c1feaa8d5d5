package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.golden.VersionStatus;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.PoolReconciler;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The goldens of an organization and their versions. */
public final class Goldens {
  private final ControlContext context;
  private final GoldenDeletion deletion;
  private final GoldenChanges changes;
  private final KeyedCommands<RegisteredVersion> registrations;
  private final KeyedCommands<Golden> keyed;

  /**
   * A version to register.
   *
   * @param sourceRef where it came from; may be empty
   * @param handle identifies the data to clone in the data plane
   * @param sizeBytes 0 if unknown
   */
  public record RegisterVersion(
      String name, Substrate substrate, String sourceRef, String handle, long sizeBytes) {
    public RegisterVersion {
      Objects.requireNonNull(substrate);
      if (handle.isBlank()) {
        throw ControlPlaneException.invalid("vsc_handle", "must not be empty");
      }
      if (handle.chars().anyMatch(Character::isISOControl)) {
        throw ControlPlaneException.invalid("vsc_handle", "must not contain control characters");
      }
      if (sizeBytes < 0) {
        throw ControlPlaneException.invalid("size_bytes", "must not be negative");
      }
    }

    /** Returns a version of unknown origin and size. */
    public static RegisterVersion of(String name, Substrate substrate, String handle) {
      return new RegisterVersion(name, substrate, "", handle, 0);
    }
  }

  /** A registered version: its golden and its number. */
  public record RegisteredVersion(UUID goldenId, int version) {
    private static RegisteredVersion parse(String text) {
      String[] parts = text.split(" ");
      return new RegisteredVersion(UUID.fromString(parts[0]), Integer.parseInt(parts[1]));
    }

    private String text() {
      return goldenId + " " + version;
    }
  }

  /**
   * Changes of a golden; what is null stays.
   *
   * @param isProtected whether its deletion is refused
   * @param requiresMasking whether versions without an attestation of masking are refused
   */
  public record Change(@Nullable Boolean isProtected, @Nullable Boolean requiresMasking) {}

  Goldens(ControlContext context) {
    this.context = context;
    this.changes = new GoldenChanges(context);
    this.deletion = new GoldenDeletion(context, new InstanceChanges(context));
    this.registrations =
        new KeyedCommands<>(
            context.idempotencyKeys(),
            RegisteredVersion::text,
            (actor, answer) -> RegisteredVersion.parse(answer));
    this.keyed = context.keyed(Golden::id, this::find);
  }

  /**
   * Registers the next version of a golden, which is created on first use. Operators only. Refused
   * if the handle is {@code snapshot:} with the id of no ready snapshot, or if no data plane can
   * use it.
   */
  public RegisteredVersion register(Actor actor, RegisterVersion command) {
    return register(actor, command, Idempotency.none());
  }

  /** Like {@link #register(Actor, RegisterVersion)}, once per idempotency key. */
  public RegisteredVersion register(
      Actor actor, RegisterVersion command, Idempotency<RegisteredVersion> idempotency) {
    actor.requireOperator();
    return registrations.once(
        actor,
        idempotency,
        command,
        key -> {
          requireUsable(actor, command.handle());
          return context.change(actor, key, tx -> register(tx, actor, command));
        });
  }

  /** Throws if every data plane rejects the handle; passes if one cannot be asked. */
  private void requireUsable(Actor actor, String handle) {
    List<Cluster> clusters = context.read(tx -> tx.clusters().list(actor.orgId()));
    List<Optional<String>> problems =
        context.dataPlanes().callAll(clusters, dataPlane -> dataPlane.versions().problemOf(handle));
    if (!problems.isEmpty() && problems.stream().allMatch(Optional::isPresent)) {
      throw ControlPlaneException.invalid("vsc_handle", problems.get(0).orElseThrow());
    }
  }

  private RegisteredVersion register(Transaction tx, Actor actor, RegisterVersion command) {
    RegisteredSnapshots.requireUsable(tx, actor, command.substrate(), command.handle());
    context
        .maskingPolicy()
        .requireUnmaskedAllowed(
            tx.goldens().findByName(actor.orgId(), command.name()).orElse(null),
            command.name(),
            "a handle");
    Golden golden = findOrCreate(tx, actor, command.name(), command.substrate());
    GoldenVersion version =
        new GoldenVersion(
            golden.id(),
            nextVersion(tx, golden),
            VersionStatus.READY,
            command.sourceRef(),
            command.handle(),
            command.sizeBytes(),
            null,
            context.now(),
            null);
    tx.goldens().insertVersion(version);
    PoolReconciler.retry(tx, golden.orgId(), golden.id(), context.now());
    context.audit(
        tx,
        actor,
        "golden.version.registered",
        "golden",
        golden.id(),
        Map.of("name", golden.name(), "version", version.number(), "handle", version.handle()));
    return new RegisteredVersion(golden.id(), version.number());
  }

  /** Returns the golden, created if missing; the caller holds the organization's lock. */
  Golden findOrCreate(Transaction tx, Actor actor, String name, Substrate substrate) {
    Optional<Golden> existing = tx.goldens().findByName(actor.orgId(), name);
    if (existing.isEmpty()) {
      Golden golden = Golden.create(context.newId(), actor.orgId(), name, substrate, context.now());
      tx.goldens().insert(golden);
      return golden;
    }
    Golden golden = existing.get();
    if (golden.isDeleting()) {
      throw ControlPlaneException.conflict("golden '" + name + "' is being deleted; try again");
    }
    if (golden.substrate() != substrate) {
      throw ControlPlaneException.conflict(
          "golden '" + name + "' is of substrate " + golden.substrate().wireName());
    }
    return golden;
  }

  /** Returns one more than the highest number, reserved versions included. */
  static int nextVersion(Transaction tx, Golden golden) {
    return tx.goldens().versions(golden.id()).stream()
            .mapToInt(GoldenVersion::number)
            .max()
            .orElse(0)
        + 1;
  }

  /** Returns the goldens that the actor may see, oldest first. */
  public List<GoldenSummary> list(Actor actor) {
    return context.read(tx -> tx.goldens().list(actor.orgId())).stream()
        .filter(summary -> summary.golden().isVisibleTo(actor))
        .toList();
  }

  /** Returns a page of the goldens that the actor may see, oldest first. */
  public Page<GoldenSummary> list(Actor actor, PageRequest page) {
    return context.read(
        tx ->
            page.read(
                "goldens",
                (after, limit) -> tx.goldens().page(actor.orgId(), after, limit),
                summary -> summary.golden().isVisibleTo(actor)));
  }

  /** Returns the versions of a golden that the actor may see, lowest number first. */
  public List<GoldenVersion> versions(Actor actor, UUID id) {
    return context.read(tx -> tx.goldens().versions(require(tx, actor, id).id()));
  }

  /** Returns the newest ready version of each of the goldens that has one and is visible. */
  public Map<UUID, GoldenVersion> newestVersions(Actor actor, Collection<UUID> ids) {
    return context.read(
        tx ->
            ids.stream()
                .distinct()
                .flatMap(id -> tx.goldens().find(actor.orgId(), id).stream())
                .filter(golden -> golden.isVisibleTo(actor))
                .flatMap(golden -> tx.goldens().latestReady(golden.id()).stream())
                .collect(Collectors.toMap(GoldenVersion::goldenId, Function.identity())));
  }

  /** Makes a golden visible to all members, or to operators only. Operators only. */
  public Golden share(Actor actor, UUID id, boolean shared) {
    return share(actor, id, shared, Idempotency.none());
  }

  /** Like {@link #share(Actor, UUID, boolean)}, once per idempotency key. */
  public Golden share(Actor actor, UUID id, boolean shared, Idempotency<Golden> idempotency) {
    actor.requireOperator();
    ShareScope scope = shared ? ShareScope.ORG : ShareScope.ADMIN;
    return keyed.once(
        actor,
        idempotency,
        List.of("share", id, scope),
        key -> context.change(actor, key, tx -> share(tx, actor, id, scope)));
  }

  private Golden share(Transaction tx, Actor actor, UUID id, ShareScope scope) {
    Golden golden = require(tx, actor, id).shared(scope);
    requireUpdated(tx.goldens().update(golden), golden);
    String action = scope == ShareScope.ORG ? "golden.shared" : "golden.unshared";
    context.audit(tx, actor, action, "golden", id, Map.of("name", golden.name()));
    return golden;
  }

  /** Sets whether the golden's deletion is refused. Operators only. */
  public GoldenSummary protect(Actor actor, UUID id, boolean wanted) {
    return change(actor, id, new Change(wanted, null));
  }

  /**
   * Sets whether versions without an attestation of masking are refused, as sources of copies and
   * as new versions. Operators only.
   */
  public GoldenSummary requireMasking(Actor actor, UUID id, boolean wanted) {
    return change(actor, id, new Change(null, wanted));
  }

  /** Changes what the command names. Operators only. */
  public GoldenSummary change(Actor actor, UUID id, Change command) {
    return changes.change(actor, id, command);
  }

  /**
   * Returns the signed attestation of a version's masking, as JSON text.
   *
   * @throws ControlPlaneException with {@link dev.goldenrod.ErrorCode#NOT_FOUND} if the golden or
   *     version does not exist, or was not masked
   */
  public String attestation(Actor actor, UUID id, int number) {
    return context.read(tx -> attestation(tx, actor, id, number));
  }

  private static String attestation(Transaction tx, Actor actor, UUID id, int number) {
    return tx.goldens()
        .findVersion(require(tx, actor, id).id(), number)
        .filter(GoldenVersion::isReady)
        .map(GoldenVersion::masking)
        .map(GoldenVersion.Masking::attestation)
        .orElseThrow(
            () ->
                ControlPlaneException.notFound(
                    "attestation of golden " + id + ", version", number));
  }

  /** Returns whether an import masked the version; false if it does not exist any more. */
  public boolean isMasked(Actor actor, GoldenRef golden) {
    return context.read(
        tx ->
            tx.goldens()
                .find(actor.orgId(), golden.goldenId())
                .flatMap(found -> tx.goldens().findVersion(found.id(), golden.version()))
                .filter(GoldenVersion::isAttested)
                .isPresent());
  }

  /** Throws NOT_FOUND if the actor may not see the golden. Operators only. */
  public void requireExists(Actor actor, UUID id) {
    actor.requireOperator();
    find(actor, id);
  }

  private Golden find(Actor actor, UUID id) {
    return context.read(tx -> require(tx, actor, id));
  }

  /**
   * Deletes a golden and, if forced, its live clones. Operators only. Refused while it is
   * protected, even if forced. The golden is hidden at once. The loop removes clones, and removes
   * volumes once the golden can no longer be restored.
   */
  public void delete(Actor actor, UUID id, boolean force) {
    delete(actor, id, force, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID, boolean)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, boolean force, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(
        actor,
        idempotency,
        List.of("delete", id, force),
        tx -> deletion.delete(tx, actor, require(tx, actor, id), force));
  }

  static Golden require(Transaction tx, Actor actor, UUID id) {
    return tx.goldens()
        .find(actor.orgId(), id)
        .filter(golden -> golden.isVisibleTo(actor))
        .orElseThrow(() -> ControlPlaneException.notFound("golden", id));
  }

  static void requireUpdated(boolean updated, Golden golden) {
    if (!updated) {
      throw ControlPlaneException.conflict(
          "golden '" + golden.name() + "' was changed by another request; try again");
    }
  }
}
