package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Ancestry;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.Database.Template;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Databases that are given to members to keep: empty ones, and branches of others. A member acts on
 * its own; an admin on all of the organisation, credentials excepted.
 */
public final class Databases {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  private final ControlContext context;
  private final Clusters clusters;
  private final Engines engines;
  private final CredentialFetcher credentialFetcher;
  private final DatabaseAccess access;
  private final DatabaseCreator creator;
  private final Promoter promoter;

  /**
   * An empty database to make.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param version of its engine, as in {@code 15} or {@code 8.0}
   */
  public record Create(String name, DatabaseType type, String version, DatabaseConfig config) {
    /** Refuses another name. */
    public Create {
      Objects.requireNonNull(type);
      Objects.requireNonNull(version);
      Objects.requireNonNull(config);
      requireName(name);
    }
  }

  /**
   * A branch to make.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param description for people; may be empty
   */
  public record Branch(String name, String description) {
    /** Refuses another name. */
    public Branch {
      Objects.requireNonNull(description);
      requireName(name);
    }
  }

  Databases(
      ControlContext context,
      Clusters clusters,
      Engines engines,
      CredentialFetcher credentialFetcher,
      int maxPerOrg) {
    this.context = context;
    this.clusters = clusters;
    this.engines = engines;
    this.credentialFetcher = credentialFetcher;
    this.access = new DatabaseAccess(context);
    this.creator = new DatabaseCreator(context, access, maxPerOrg);
    this.promoter = new Promoter(access);
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw ControlPlaneException.invalidBecause(
          "name '%s' must be 1 to 63 of a-z 0-9 - beginning with a letter".formatted(name));
    }
  }

  /** Accepts an empty database, within the cap. */
  public Database create(Actor actor, Create command, IdempotencyKey<Database> key) {
    Cluster cluster = context.store().inTransaction(tx -> clusters.select(tx, actor, null));
    engines.requireAvailable(cluster, command.type(), command.version());
    Template template = new Template(command.type(), command.version(), command.config(), "");
    return enqueued(
        context.change(
            actor,
            key,
            tx ->
                creator.insert(
                    tx, actor, command.name(), cluster.id(), template, Ancestry.NONE, "created")));
  }

  /** Accepts a branch of the database: all that was committed before is there. */
  public Database branch(
      Actor actor, String database, Branch command, IdempotencyKey<Database> key) {
    return enqueued(
        context.change(
            actor,
            key,
            tx -> {
              Database parent =
                  DatabaseAccess.requireMade(DatabaseAccess.require(tx, actor, database));
              return creator.branch(tx, actor, parent, command, Ancestry.branchOf(parent.id()));
            }));
  }

  /** Accepts a branch of the snapshot's database, with what the snapshot holds. */
  public Database branch(
      Actor actor, UUID snapshotId, Branch command, IdempotencyKey<Database> key) {
    return enqueued(
        context.change(
            actor,
            key,
            tx -> {
              DatabaseSnapshot snapshot = DatabaseAccess.requireSnapshot(tx, actor, snapshotId);
              Database parent =
                  tx.databases().find(actor.orgId(), snapshot.databaseId()).orElseThrow();
              if (snapshot.phase() == DatabaseSnapshot.Phase.DELETING) {
                throw ControlPlaneException.conflict(
                    "snapshot '" + snapshot.name() + "' is being deleted");
              }
              return creator.branch(
                  tx, actor, parent, command, Ancestry.branchOf(parent.id(), snapshotId));
            }));
  }

  /** The caller's databases, or all of the organisation for an admin, oldest first. */
  public List<Database> list(Actor actor) {
    return context.store().inTransaction(tx -> visible(tx, actor, one -> true));
  }

  /** The branches of the database, oldest first. */
  public List<Database> branches(Actor actor, String database) {
    return context
        .store()
        .inTransaction(
            tx -> {
              UUID parent = DatabaseAccess.require(tx, actor, database).id();
              return visible(tx, actor, one -> parent.equals(one.ancestry().parentId()));
            });
  }

  private static List<Database> visible(
      Transaction tx, Actor actor, Predicate<Database> condition) {
    return tx.databases().list(actor.orgId()).stream()
        .filter(condition)
        .filter(one -> DatabaseAccess.mayUse(actor, one))
        .toList();
  }

  /** The database of that name. */
  public Database find(Actor actor, String name) {
    return context.store().inTransaction(tx -> DatabaseAccess.require(tx, actor, name));
  }

  /** The database once its phase will not change by itself, or as it is when the time is up. */
  public CompletableFuture<Database> awaitSettled(Actor actor, String name, Duration atMost) {
    UUID id = find(actor, name).id();
    return context
        .loop()
        .changeNotifier()
        .await(id, () -> find(actor, name), database -> database.phase().isSettled(), atMost);
  }

  /** The credentials, fetched live from the data plane. For the owner alone. */
  public Credentials credentials(Actor actor, Database database) {
    if (!database.ownerId().equals(actor.userId())) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner may read the credentials of database '" + database.name() + "'");
    }
    return credentialFetcher.fetch("database", database.id(), database.clusterId());
  }

  /** Has the database run; without effect when it does, or is about to. */
  public Database start(Actor actor, String name) {
    return change(
        actor,
        name,
        "started",
        one ->
            one.goal() == Goal.RUNNING && one.phase() != DatabasePhase.FAILED
                ? one
                : one.startRequested());
  }

  /** Stops the database; without effect when it is stopped, or about to be. */
  public Database stop(Actor actor, String name) {
    return change(
        actor, name, "stopped", one -> one.goal() == Goal.STOPPED ? one : one.stopRequested());
  }

  /** Stops the database and has it run again; without effect while that is under way. */
  public Database restart(Actor actor, String name) {
    return change(
        actor,
        name,
        "restarted",
        one -> one.phase() == DatabasePhase.RESTARTING ? one : one.restartRequested());
  }

  /**
   * Has the branch take its parent's place: the name, and soon the endpoint, at which clients then
   * find the branch's data. The former parent becomes a branch of it, {@code <name>-old-<n>}, with
   * an endpoint of its own.
   */
  public Database promote(Actor actor, String branch, IdempotencyKey<Database> key) {
    return enqueued(context.change(actor, key, tx -> promoter.promote(tx, actor, branch)));
  }

  private Database change(Actor actor, String name, String action, UnaryOperator<Database> step) {
    return enqueued(
        context.change(
            actor,
            tx -> {
              Database database =
                  DatabaseAccess.requirePresent(DatabaseAccess.require(tx, actor, name));
              Database next = step.apply(database);
              if (!next.equals(database)) {
                tx.databases().update(next);
                access.schedule(tx, next);
                access.audit(tx, actor, next, action);
              }
              return next;
            }));
  }

  /**
   * Accepts the deletion of the database and its snapshots; repeating it changes nothing.
   *
   * @param force also when it has branches, which live on without a parent
   */
  public void delete(Actor actor, String name, boolean force) {
    enqueueAll(
        context.change(
            actor,
            tx -> {
              Database database = DatabaseAccess.require(tx, actor, name);
              List<Database> branches = branchesOf(tx, database);
              if (!force && !branches.isEmpty()) {
                throw ControlPlaneException.hasBranches(
                    name, branches.stream().map(Databases::child).toList());
              }
              branches.forEach(branch -> tx.databases().update(branch.orphaned()));
              return delete(tx, actor, database);
            }));
  }

  /** Accepts the deletion of all branches of the database, theirs included. */
  public void deleteBranches(Actor actor, String name) {
    enqueueAll(
        context.change(
            actor,
            tx -> {
              List<UUID> deleted = new ArrayList<>();
              for (Database branch : descendants(tx, DatabaseAccess.require(tx, actor, name))) {
                DatabaseAccess.requireOwned(actor, branch);
                deleted.addAll(delete(tx, actor, branch));
              }
              return deleted;
            }));
  }

  private List<UUID> delete(Transaction tx, Actor actor, Database database) {
    List<UUID> changed = new ArrayList<>();
    if (DatabaseAccess.isPresent(database)) {
      tx.databases().update(database.deletionRequested());
      access.schedule(tx, database);
      access.audit(tx, actor, database, "deleted");
      changed.add(database.id());
      for (DatabaseSnapshot snapshot :
          tx.databases().snapshotsOf(database.orgId(), database.id())) {
        changed.add(Snapshots.delete(access, tx, snapshot));
      }
    }
    return changed;
  }

  private static List<Database> branchesOf(Transaction tx, Database parent) {
    return tx.databases().list(parent.orgId()).stream()
        .filter(one -> parent.id().equals(one.ancestry().parentId()))
        .filter(DatabaseAccess::isPresent)
        .toList();
  }

  private static List<Database> descendants(Transaction tx, Database parent) {
    List<Database> all = new ArrayList<>(branchesOf(tx, parent));
    for (int next = 0; next < all.size(); next++) {
      all.addAll(branchesOf(tx, all.get(next)));
    }
    return all;
  }

  private static LiveClone child(Database branch) {
    return new LiveClone(branch.id(), branch.ownerId(), branch.phase().wireName());
  }

  private Database enqueued(Database database) {
    context.loop().enqueue(database.id());
    return database;
  }

  private void enqueueAll(List<UUID> ids) {
    ids.forEach(context.loop()::enqueue);
  }
}
