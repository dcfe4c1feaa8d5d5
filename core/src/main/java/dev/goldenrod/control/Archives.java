package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.golden.VersionStatus;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.PoolReconciler;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Export of database snapshots as archives, and import of archives as golden versions; see {@link
 * SnapshotArchives}. Thread-safe.
 */
public final class Archives {
  private static final Duration AUDITED_EVERY = Duration.ofHours(1);
  private static final int MOST_READERS = 1000;

  /** Parts that a member reads at once: half of what a data plane does, so that others can too. */
  private static final int MOST_PARTS_EACH = 2;

  private final ControlContext context;
  private final DatabaseAccess access;
  private final Goldens goldens;
  private final Map<UUID, Integer> reading = new ConcurrentHashMap<>();

  /** The state of an archive that is being imported, and its version once registered. */
  public record Arrival(ArchiveObservation archive, Optional<Goldens.RegisteredVersion> version) {}

  private record Registered(Golden golden, int number) {
    Goldens.RegisteredVersion version() {
      return new Goldens.RegisteredVersion(golden.id(), number);
    }
  }

  Archives(ControlContext context, Goldens goldens) {
    this.context = context;
    this.access = new DatabaseAccess(context);
    this.goldens = goldens;
  }

  /**
   * Reads a part of the archive of a ready snapshot. Only the owner of its database may, because
   * the archive contains all data and the hashes of passwords. A member's reads of a snapshot are
   * audited once an hour.
   *
   * @param part from 0
   * @throws ControlPlaneException with {@link ErrorCode#CONFLICT_BECAUSE} if the data plane has no
   *     such part, or does not support archives; with {@link ErrorCode#DATA_PLANE_UNREACHABLE} if
   *     it cannot read the part now, or the member reads too many at the same time
   */
  public ArchivePart read(Actor actor, UUID snapshot, int part) {
    actor.requireChange();
    boolean isAudited = context.read(tx -> isAudited(tx, actor, snapshot));
    if (!isAudited) {
      context.change(actor, tx -> audit(tx, actor, snapshot));
    }
    UUID cluster = context.read(tx -> requireOwned(tx, actor, snapshot).snapshot().clusterId());
    try {
      if (reading.merge(actor.userId(), 1, Integer::sum) > MOST_PARTS_EACH) {
        throw ControlPlaneException.of(
            ErrorCode.DATA_PLANE_UNREACHABLE,
            "a member can read at most %d parts of archives at the same time; try again later"
                .formatted(MOST_PARTS_EACH));
      }
      return callDataPlane(cluster, archives -> archives.read(snapshot, part));
    } finally {
      reading.computeIfPresent(actor.userId(), (id, count) -> count == 1 ? null : count - 1);
    }
  }

  private boolean isAudited(Transaction tx, Actor actor, UUID snapshot) {
    requireOwned(tx, actor, snapshot);
    Instant since = context.now().minus(AUDITED_EVERY);
    return tx
        .audit()
        .listSince(actor.orgId(), "snapshot.exported", "snapshot/" + snapshot, since, MOST_READERS)
        .stream()
        .anyMatch(event -> actor.userId().equals(event.actorId()));
  }

  private static DatabaseAccess.SnapshotWithDatabase requireOwned(
      Transaction tx, Actor actor, UUID snapshot) {
    DatabaseAccess.SnapshotWithDatabase found = DatabaseAccess.requireSnapshot(tx, actor, snapshot);
    if (!DatabaseAccess.mayLogIn(tx, actor, found.database())) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner of database '%s' may export it".formatted(found.database().name()));
    }
    if (found.snapshot().phase() != DatabaseSnapshot.Phase.READY) {
      throw ControlPlaneException.conflictBecause(
          "snapshot '%s' is %s; only a ready snapshot can be exported"
              .formatted(found.snapshot().name(), found.snapshot().phase().wireName()));
    }
    return found;
  }

  private UUID audit(Transaction tx, Actor actor, UUID snapshot) {
    access.auditSnapshot(tx, actor, requireOwned(tx, actor, snapshot).snapshot(), "exported");
    return snapshot;
  }

  /**
   * Appends to an archive that is being imported. Admins only, like the other methods of an import,
   * because the engine runs on the imported data directory.
   *
   * @param cluster the name or id of the target cluster; empty for any
   * @param archive an id chosen by the caller
   * @param offset the number of bytes received so far
   * @param bytes {@link SnapshotArchives#MOST_BYTES} at most
   * @throws ControlPlaneException with {@link ErrorCode#CONFLICT_BECAUSE} if the offset is wrong,
   *     with {@link ErrorCode#STORAGE_EXHAUSTED} if there is no space for a new archive
   */
  public ArchiveObservation append(
      Actor actor, String cluster, UUID archive, long offset, byte[] bytes) {
    requireAdmin(actor);
    UUID to = select(actor, cluster);
    if (offset == 0) {
      access.requireSpace(to);
      context.change(actor, tx -> auditUpload(tx, actor, archive));
    }
    return callDataPlane(
        to,
        archives -> {
          archives.append(archive, offset, bytes);
          return archives.observe(archive);
        });
  }

  private UUID auditUpload(Transaction tx, Actor actor, UUID archive) {
    context.audit(tx, actor, "archive.upload.started", "archive", archive, Map.of());
    return archive;
  }

  /** Returns the state of an archive that is being imported, and its version if registered. */
  public Arrival find(Actor actor, String cluster, UUID archive) {
    actor.requireAdmin();
    UUID to = select(actor, cluster);
    ArchiveObservation seen = callDataPlane(to, archives -> archives.observe(archive));
    return new Arrival(
        seen,
        seen.state() == ArchiveObservation.State.READY
            ? context.read(tx -> known(tx, actor, to, seen.handle()))
            : Optional.empty());
  }

  private boolean requireUnmaskedAllowed(Transaction tx, Actor actor, String golden) {
    context
        .maskingPolicy()
        .requireUnmaskedAllowed(
            tx.goldens().findByName(actor.orgId(), golden).orElse(null), golden, "an archive");
    return true;
  }

  private static Optional<Goldens.RegisteredVersion> known(
      Transaction tx, Actor actor, UUID cluster, String handle) {
    return registered(tx, actor, cluster, handle)
        .filter(one -> one.golden().isVisibleTo(actor))
        .map(Registered::version);
  }

  /**
   * Unpacks the archive in the background, and registers it as the golden's next version once that
   * is done; call this again until then. Has no further effect once it is registered.
   */
  public Arrival register(Actor actor, String cluster, UUID archive, String golden) {
    requireAdmin(actor);
    Golden.requireName("name", golden);
    context.read(tx -> requireUnmaskedAllowed(tx, actor, golden));
    UUID to = select(actor, cluster);
    ArchiveObservation seen =
        callDataPlane(
            to,
            archives -> {
              archives.unpack(archive);
              return archives.observe(archive);
            });
    return seen.state() == ArchiveObservation.State.READY
        ? new Arrival(
            seen,
            Optional.of(
                context.change(actor, tx -> register(tx, actor, to, archive, golden, seen))))
        : new Arrival(seen, Optional.empty());
  }

  private Goldens.RegisteredVersion register(
      Transaction tx,
      Actor actor,
      UUID cluster,
      UUID archive,
      String name,
      ArchiveObservation seen) {
    Optional<Registered> known = registered(tx, actor, cluster, seen.handle());
    if (known.isPresent()) {
      requireSame(known.get(), name);
      return known.get().version();
    }
    requireUnmaskedAllowed(tx, actor, name);
    Golden golden = goldens.findOrCreate(tx, actor, name, Substrate.POSTGRES);
    int number = Goldens.nextVersion(tx, golden);
    tx.goldens()
        .insertVersion(
            new GoldenVersion(
                golden.id(),
                number,
                VersionStatus.READY,
                "archive/" + archive,
                seen.handle(),
                seen.sizeBytes(),
                cluster,
                context.now(),
                null));
    PoolReconciler.retry(tx, golden.orgId(), golden.id(), context.now());
    context.audit(
        tx,
        actor,
        "golden.version.imported",
        "golden",
        golden.id(),
        Map.of("name", name, "version", number, "archive", archive.toString()));
    return new Goldens.RegisteredVersion(golden.id(), number);
  }

  /**
   * Finds the version that the archive became; in another cluster the handle is another volume's.
   */
  private static Optional<Registered> registered(
      Transaction tx, Actor actor, UUID cluster, String handle) {
    return tx.goldens().versionsOf(actor.orgId(), List.of(handle)).stream()
        .filter(version -> cluster.equals(version.clusterId()))
        .flatMap(version -> registered(tx, actor, version).stream())
        .min(
            Comparator.comparing((Registered one) -> one.golden().createdAt())
                .thenComparing(Registered::number));
  }

  private static Optional<Registered> registered(
      Transaction tx, Actor actor, GoldenVersion version) {
    return tx.goldens()
        .find(actor.orgId(), version.goldenId())
        .map(golden -> new Registered(golden, version.number()));
  }

  private static void requireSame(Registered known, String name) {
    Golden golden = known.golden();
    if (golden.isDeleting()) {
      throw ControlPlaneException.conflictBecause(
          "the archive is version %d of golden '%s', which is being deleted; try again after the deletion"
              .formatted(known.number(), golden.name()));
    }
    if (golden.isDeleted()) {
      throw ControlPlaneException.conflictBecause(
          "the archive is version %d of golden '%s', which was deleted and can be restored; restore it, or remove it permanently first"
              .formatted(known.number(), golden.name()));
    }
    if (!golden.name().equals(name)) {
      throw ControlPlaneException.conflictBecause(
          "the archive is already version %d of golden '%s'; use that golden"
              .formatted(known.number(), golden.name()));
    }
  }

  private static void requireAdmin(Actor actor) {
    actor.requireAdmin();
    actor.requireChange();
  }

  private UUID select(Actor actor, String cluster) {
    return context.read(tx -> new ClusterSelection(context).select(tx, actor, cluster).id());
  }

  private <T> T callDataPlane(UUID cluster, Function<SnapshotArchives, T> work) {
    return context.callDataPlane(
        cluster, plane -> work.apply(plane.archives()), ControlPlaneException::conflictBecause);
  }
}
