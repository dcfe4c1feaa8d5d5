package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Caps;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The long-lived databases of members: empty ones, copies of goldens, and branches. A member may
 * use its own; an operator all of the organization, except for credentials.
 */
public final class Databases extends DatabaseQueries {
  private final DatabaseAccess access;
  private final DatabaseDeletion deletion;
  private final DatabaseCreator creator;
  private final DatabaseChanges changes;
  private final Promoter promoter;
  private final KeyedCommands<Database> keyed;

  /**
   * An empty database to create.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param version the engine's version, as in {@code 15} or {@code 8.0}: 1 to 32 letters, digits,
   *     dots and hyphens
   * @param cluster the cluster's name or id; empty for the first one online
   * @param description for people, 4096 characters at most; may be empty
   */
  public record Create(
      String name,
      DatabaseType type,
      String version,
      DatabaseConfig config,
      String cluster,
      String description) {
    public Create {
      Objects.requireNonNull(type);
      Objects.requireNonNull(config);
      Objects.requireNonNull(cluster);
      ResourceTextValidator.requireName(name);
      ResourceTextValidator.requireEngineVersion(version);
      ResourceTextValidator.requireDescription(description);
    }

    public Create(
        String name, DatabaseType type, String version, DatabaseConfig config, String cluster) {
      this(name, type, version, config, cluster, "");
    }

    public Create(String name, DatabaseType type, String version, DatabaseConfig config) {
      this(name, type, version, config, "");
    }
  }

  /**
   * A branch to create.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param description for people, 4096 characters at most; may be empty
   * @param cluster the name or id of the parent's cluster, where the branch has to be; may be empty
   */
  public record Branch(String name, String description, String cluster) {
    public Branch {
      ResourceTextValidator.requireName(name);
      ResourceTextValidator.requireDescription(description);
      Objects.requireNonNull(cluster);
    }

    public Branch(String name, String description) {
      this(name, description, "");
    }
  }

  /** The login of a database without its password. */
  public record Login(String database, String username, String sslmode) {}

  Databases(ControlContext context, CredentialFetcher credentialFetcher, Supplier<Caps> caps) {
    super(context, credentialFetcher);
    this.access = new DatabaseAccess(context);
    this.deletion = new DatabaseDeletion(context, access, caps);
    this.creator = new DatabaseCreator(context, access, new DatabaseCaps(caps));
    this.changes = new DatabaseChanges(context, access, new DatabaseChanges.ImageCheckLimiter());
    this.promoter = new Promoter(access, logins);
    this.keyed = context.keyed(Database::id, this::require);
  }

  /** Accepts an empty database, within the limit. */
  public Database create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like {@link #create(Actor, Create)}, once per idempotency key. */
  public Database create(Actor actor, Create command, Idempotency<Database> idempotency) {
    actor.requireUnscoped();
    return once(actor, idempotency, command, key -> creator.create(actor, command, key));
  }

  /**
   * Accepts a database with a copy of a golden version's data, within the limit. Once the database
   * runs, it does not depend on the golden.
   *
   * @throws ControlPlaneException if the actor may not launch clones of that golden, it has no such
   *     ready version, or its data exceeds the requested storage
   */
  public Database create(Actor actor, DatabaseCopy command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like {@link #create(Actor, DatabaseCopy)}, once per idempotency key. */
  public Database create(Actor actor, DatabaseCopy command, Idempotency<Database> idempotency) {
    actor.requireUnscoped();
    return once(actor, idempotency, command, key -> creator.create(actor, command, key));
  }

  /**
   * Accepts a branch of the database with everything committed so far. It belongs to the owner of
   * the database.
   */
  public Database branch(Actor actor, String database, Branch command) {
    return branch(actor, database, command, Idempotency.none());
  }

  /** Like {@link #branch(Actor, String, Branch)}, once per idempotency key. */
  public Database branch(
      Actor actor, String database, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", database, command),
        key -> creator.branch(actor, database, command, key));
  }

  /** Accepts a branch of the snapshot's database with the data of the snapshot. */
  public Database branch(Actor actor, UUID snapshotId, Branch command) {
    return branch(actor, snapshotId, command, Idempotency.none());
  }

  /** Like {@link #branch(Actor, UUID, Branch)}, once per idempotency key. */
  public Database branch(
      Actor actor, UUID snapshotId, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", snapshotId, command),
        key -> creator.branch(actor, snapshotId, command, key));
  }

  /**
   * Replaces the credentials, for the owner only. The old password is invalid at once, also in the
   * database, and a login that was locked out there can log in again. Open sessions continue.
   *
   * @throws ControlPlaneException if the database does not run, or its data plane cannot do it
   */
  public Credentials resetCredentials(Actor actor, String name) {
    Database database = find(actor, name);
    requireLogin(actor, database);
    actor.requireChange();
    logins.requireRunning(database);
    context.change(
        actor,
        tx -> {
          access.audit(tx, actor, database, "credentials.reset");
          return database;
        });
    return logins.reset(database);
  }

  /** Starts the database; does nothing if it runs or is starting. */
  public Database start(Actor actor, String name) {
    return start(actor, name, Idempotency.none());
  }

  /** Like {@link #start(Actor, String)}, once per idempotency key. */
  public Database start(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(actor, idempotency, List.of("start", name), key -> changes.start(actor, name, key));
  }

  /** Stops the database; does nothing if it is stopped or stopping. */
  public Database stop(Actor actor, String name) {
    return stop(actor, name, Idempotency.none());
  }

  /** Like {@link #stop(Actor, String)}, once per idempotency key. */
  public Database stop(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(actor, idempotency, List.of("stop", name), key -> changes.stop(actor, name, key));
  }

  /** Restarts the database; does nothing if it is restarting. */
  public Database restart(Actor actor, String name) {
    return restart(actor, name, Idempotency.none());
  }

  /** Like {@link #restart(Actor, String)}, once per idempotency key. */
  public Database restart(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(
        actor, idempotency, List.of("restart", name), key -> changes.restart(actor, name, key));
  }

  /**
   * Restarts the running database with the configured image; does nothing if it has that image.
   * Refused for another major version, and if text would sort differently than in the indexes and
   * they may not be rebuilt. Takes a minute at most.
   *
   * @param reindex whether indexes may be rebuilt, during which clients cannot log in
   */
  public Database upgradeImage(Actor actor, String name, boolean reindex) {
    return upgradeImage(actor, name, reindex, Idempotency.none());
  }

  /** Like {@link #upgradeImage(Actor, String, boolean)}, once per idempotency key. */
  public Database upgradeImage(
      Actor actor, String name, boolean reindex, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("upgrade-image", name, reindex),
        key -> changes.upgradeImage(actor, name, reindex, key));
  }

  /**
   * Changes the resources, description or protection of the database. A running server is not
   * restarted: what needs a restart applies from the next start on, and {@code message} says so
   * until then. Storage can only grow, and only while the cluster has space.
   */
  public Database update(Actor actor, String name, DatabaseUpdate command) {
    return update(actor, name, command, Idempotency.none());
  }

  /** Like {@link #update(Actor, String, DatabaseUpdate)}, once per idempotency key. */
  public Database update(
      Actor actor, String name, DatabaseUpdate command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("update", name, command),
        key -> changes.update(actor, name, command, key));
  }

  /**
   * Promotes the branch to its parent's name and, soon after, endpoint, where clients then find the
   * branch's data. The former parent becomes its branch, {@code <name>-old-<n>}, with a new
   * endpoint. Refused if clients cannot log in to the branch.
   */
  public Database promote(Actor actor, String branch) {
    return promote(actor, branch, Idempotency.none());
  }

  /** Like {@link #promote(Actor, String)}, once per idempotency key. */
  public Database promote(Actor actor, String branch, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("promote", branch),
        key -> {
          promoter.requireUsable(actor, branch);
          return context.change(actor, key, tx -> promoter.promote(tx, actor, branch));
        });
  }

  /**
   * Accepts the deletion of the database and its snapshots; idempotent. Refused while it is
   * protected.
   *
   * @param force delete it even if it has branches, which live on without a parent
   */
  public void delete(Actor actor, String name, boolean force) {
    delete(actor, name, force, Idempotency.none());
  }

  /** Like {@link #delete(Actor, String, boolean)}, once per idempotency key. */
  public void delete(Actor actor, String name, boolean force, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("delete", name, force),
        tx -> deletion.delete(tx, actor, name, force));
  }

  /** Deletes the database of that id, even if it was renamed; does nothing if it is gone. */
  public void delete(Actor actor, UUID id, boolean force) {
    enqueueAll(context.change(actor, tx -> deletion.delete(tx, actor, id, force)));
  }

  /**
   * Accepts the deletion of all branches of the database and of their branches; of none if one is
   * protected.
   */
  public void deleteBranches(Actor actor, String name) {
    deleteBranches(actor, name, Idempotency.none());
  }

  /** Like {@link #deleteBranches(Actor, String)}, once per idempotency key. */
  public void deleteBranches(Actor actor, String name, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("delete branches", name),
        tx -> deletion.deleteBranches(tx, actor, name));
  }

  /**
   * Accepts the deletion of the database, its snapshots, all its branches and their branches; of
   * none if one of them cannot be deleted.
   *
   * @param expected whether the ids are those of the branches that the actor means; refused if not
   */
  public void deleteWithBranches(Actor actor, UUID id, Predicate<Set<UUID>> expected) {
    enqueueAll(context.change(actor, tx -> deletion.deleteWithBranches(tx, actor, id, expected)));
  }

  private Database once(
      Actor actor,
      Idempotency<Database> idempotency,
      Object command,
      Function<Idempotency<Database>, Database> carryOut) {
    return keyed.once(actor, idempotency, command, key -> enqueued(carryOut.apply(key)));
  }

  private Database enqueued(Database database) {
    context.loop().enqueue(database.id());
    return database;
  }

  private void enqueueAll(List<UUID> ids) {
    ids.forEach(context.loop()::enqueue);
  }
}
