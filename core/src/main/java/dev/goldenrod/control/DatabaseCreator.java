package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.DatabaseAccess.SnapshotWithDatabase;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Template;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Accepts new databases and branches within the limits. */
record DatabaseCreator(ControlContext context, DatabaseAccess access, DatabaseCaps caps) {
  private static final long MEBIBYTE = 1L << 20;

  Database create(Actor actor, Databases.Create command, Idempotency<Database> idempotency) {
    Cluster cluster =
        context.read(tx -> new ClusterSelection(context).select(tx, actor, command.cluster()));
    requireAvailable(cluster, command.type(), command.version());
    access.requireSpace(cluster.id());
    Template template =
        new Template(command.type(), command.version(), command.config(), command.description());
    return context.change(
        actor,
        idempotency,
        tx ->
            insert(
                tx,
                actor,
                actor.userId(),
                command.name(),
                cluster.id(),
                template,
                Ancestry.NONE,
                "created"));
  }

  /**
   * Checks that the cluster can run the version; passes if it cannot be asked, because a missing
   * version shows when the cluster gets the work.
   */
  private void requireAvailable(Cluster cluster, DatabaseType type, String version) {
    List<EngineVersion> known;
    try {
      known = context.dataPlanes().call(cluster.id(), DataPlane::engines).orElse(List.of());
    } catch (DataPlaneException offline) {
      return;
    }
    List<EngineVersion> ofType =
        known.stream().filter(one -> one.type().equals(type.wireName())).toList();
    Optional<EngineVersion> wanted =
        ofType.stream().filter(one -> one.version().equals(version)).findFirst();
    if (!known.isEmpty() && wanted.filter(EngineVersion::isAvailable).isEmpty()) {
      throw ControlPlaneException.invalidBecause(
          "version",
          "'%s' of %s is not available: %s"
              .formatted(
                  version,
                  type.wireName(),
                  wanted.map(EngineVersion::message).orElseGet(() -> others(ofType))));
    }
  }

  private static String others(List<EngineVersion> ofType) {
    return ofType.stream()
        .filter(EngineVersion::isAvailable)
        .map(EngineVersion::version)
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "),
                versions -> "this cluster has " + (versions.isEmpty() ? "none" : versions)));
  }

  Database create(Actor actor, DatabaseCopy copy, Idempotency<Database> idempotency) {
    UUID seen = context.read(tx -> cluster(tx, actor, copy, resolve(tx, actor, copy)).id());
    access.requireSpace(seen);
    return context.change(actor, idempotency, tx -> insert(tx, actor, copy));
  }

  private Database insert(Transaction tx, Actor actor, DatabaseCopy copy) {
    ResolvedVersion resolved = resolve(tx, actor, copy);
    DatabaseConfig config =
        new DatabaseConfig(copy.memory(), storage(copy.storage(), resolved), copy.cpu());
    return insert(
        tx,
        actor,
        actor.userId(),
        copy.name(),
        cluster(tx, actor, copy, resolved).id(),
        new Template(
            DatabaseType.of(resolved.golden().substrate()), "", config, copy.description()),
        Ancestry.copyOf(resolved.ref()),
        "created");
  }

  private ResolvedVersion resolve(Transaction tx, Actor actor, DatabaseCopy copy) {
    return ResolvedVersion.resolve(context, tx, actor, copy.golden(), copy.version());
  }

  private Cluster cluster(
      Transaction tx, Actor actor, DatabaseCopy copy, ResolvedVersion resolved) {
    return resolved.selectCluster(
        tx, actor, new ClusterSelection(context), copy.cluster(), "a database copy");
  }

  private static Storage storage(@Nullable Storage asked, ResolvedVersion resolved) {
    long bytes = resolved.version().sizeBytes();
    Storage least = Storage.holding(bytes);
    if (asked != null && asked.compareTo(least) < 0) {
      throw ControlPlaneException.invalidBecause(
          "config.storage",
          "'%s' is less than the %d MiB of golden '%s', version %d; use %s or more"
              .formatted(
                  asked.wireName(),
                  bytes / MEBIBYTE,
                  resolved.golden().name(),
                  resolved.version().number(),
                  least.wireName()));
    }
    if (asked != null) {
      return asked;
    }
    Storage usual = DatabaseConfig.DEFAULT.storage();
    return least.compareTo(usual) < 0 ? usual : least;
  }

  Database branch(
      Actor actor, String database, Databases.Branch request, Idempotency<Database> idempotency) {
    Database seen = context.read(tx -> requireHasRun(tx, actor, database, request));
    access.requireSpace(seen.clusterId());
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database parent = requireHasRun(tx, actor, database, request);
          return branch(tx, actor, parent, request, Ancestry.branchOf(parent.id()));
        });
  }

  private static Database requireHasRun(
      Transaction tx, Actor actor, String name, Databases.Branch request) {
    Database parent = DatabaseAccess.require(tx, actor, name);
    requireCluster(tx, parent, request);
    return DatabaseAccess.requireHasRun(parent);
  }

  private static void requireCluster(Transaction tx, Database parent, Databases.Branch request) {
    ClusterSelection.requireHolder(
        tx,
        parent.orgId(),
        request.cluster(),
        parent.clusterId(),
        "a branch of database '" + parent.name() + "'");
  }

  Database branch(
      Actor actor, UUID snapshotId, Databases.Branch request, Idempotency<Database> idempotency) {
    SnapshotWithDatabase seen = context.read(tx -> requireReady(tx, actor, snapshotId, request));
    access.requireSpace(seen.database().clusterId());
    return context.change(
        actor,
        idempotency,
        tx -> {
          Database parent = requireReady(tx, actor, snapshotId, request).database();
          Ancestry ancestry = Ancestry.branchOf(parent.id(), snapshotId);
          return branch(tx, actor, parent, request, ancestry);
        });
  }

  private static SnapshotWithDatabase requireReady(
      Transaction tx, Actor actor, UUID snapshotId, Databases.Branch request) {
    SnapshotWithDatabase found = DatabaseAccess.requireSnapshot(tx, actor, snapshotId);
    requireCluster(tx, found.database(), request);
    DatabaseAccess.requireReady(found.snapshot());
    return found;
  }

  /**
   * Makes the parent's owner own the branch, even if an admin creates it, because the parent's
   * password opens the branch.
   */
  private Database branch(
      Transaction tx, Actor actor, Database parent, Databases.Branch request, Ancestry ancestry) {
    Template of = parent.template();
    Template template = new Template(of.type(), of.version(), of.config(), request.description());
    return insert(
        tx,
        actor,
        parent.ownerId(),
        request.name(),
        parent.clusterId(),
        template,
        ancestry,
        "branched");
  }

  private Database insert(
      Transaction tx,
      Actor actor,
      UUID ownerId,
      String name,
      UUID clusterId,
      Template template,
      Ancestry ancestry,
      String action) {
    if (tx.databases().findByName(actor.orgId(), name).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.DATABASE_NAME_TAKEN, "database name '" + name + "' is in use");
    }
    caps.requireRoomForDatabase(tx, actor.orgId(), ownerId);
    Database accepted =
        Database.accepted(
            context.newId(),
            actor.orgId(),
            ownerId,
            clusterId,
            name,
            template,
            ancestry,
            context.now());
    Database database = access.withOfflineMessage(tx, accepted);
    tx.databases().insert(database);
    access.schedule(tx, database);
    access.audit(tx, actor, database, action, origin(ancestry));
    return database;
  }

  private static Map<String, @Nullable Object> origin(Ancestry ancestry) {
    GoldenRef golden = ancestry.golden();
    return golden == null
        ? Map.of()
        : Map.of("golden", golden.name(), "golden_version", golden.version());
  }
}
