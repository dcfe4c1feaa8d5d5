package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.CredentialFetcher;
import dev.goldenrod.control.context.KeyedCommands;
import dev.goldenrod.control.context.ResourceTexts;
import dev.goldenrod.control.database.DatabaseAccess;
import dev.goldenrod.control.database.DatabaseCaps;
import dev.goldenrod.control.database.DatabaseChanges;
import dev.goldenrod.control.database.DatabaseCreator;
import dev.goldenrod.control.database.DatabaseDeletion;
import dev.goldenrod.control.database.ImageChecks;
import dev.goldenrod.control.database.Promoter;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Caps;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Databases that are given to members to keep: empty ones, and branches of others. A member acts on
 * its own; an admin on all of the organisation, credentials excepted.
 */
public final class Databases extends DatabaseQueries {
  private final DatabaseAccess access;
  private final DatabaseDeletion deletion;
  private final DatabaseCreator creator;
  private final DatabaseChanges changes;
  private final Promoter promoter;
  private final KeyedCommands<Database> keyed;

  /**
   * An empty database to make.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param version of its engine, as in {@code 15} or {@code 8.0}: 1 to 32 letters, digits, dots
   *     and hyphens
   * @param cluster the name or id of the one to live in; empty for the first one online
   */
  public record Create(
      String name, DatabaseType type, String version, DatabaseConfig config, String cluster) {
    /** Refuses another name, and what can be no version. */
    public Create {
      Objects.requireNonNull(type);
      Objects.requireNonNull(config);
      Objects.requireNonNull(cluster);
      ResourceTexts.requireName(name);
      ResourceTexts.requireEngineVersion(version);
    }

    /** One in the first cluster online. */
    public Create(String name, DatabaseType type, String version, DatabaseConfig config) {
      this(name, type, version, config, "");
    }

    private Database.Template template() {
      return new Database.Template(type, version, config, "");
    }
  }

  /**
   * A branch to make.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param description for people, 4096 characters at most; may be empty
   * @param cluster the name or id of its parent's, which it stays with; may be empty
   */
  public record Branch(String name, String description, String cluster) {
    /** Refuses another name, and a description that is too long. */
    public Branch {
      ResourceTexts.requireName(name);
      ResourceTexts.requireDescription(description);
      Objects.requireNonNull(cluster);
    }

    /** One in its parent's cluster. */
    public Branch(String name, String description) {
      this(name, description, "");
    }

    private DatabaseCreator.Label label() {
      return new DatabaseCreator.Label(name, description, cluster);
    }
  }

  /**
   * How clients log in to a database, the password excepted.
   *
   * @param sslmode as in {@link dev.goldenrod.instance.Credentials}
   */
  public record Login(String database, String username, String sslmode) {}

  Databases(ControlContext context, CredentialFetcher credentialFetcher, Supplier<Caps> caps) {
    super(context, credentialFetcher);
    this.access = new DatabaseAccess(context);
    this.deletion = new DatabaseDeletion(context, access, caps);
    this.creator = new DatabaseCreator(context, access, new DatabaseCaps(caps));
    this.changes = new DatabaseChanges(context, access, new ImageChecks());
    this.promoter = new Promoter(access, logins);
    this.keyed = context.keyed(Database::id, lookup::require);
  }

  /** Accepts an empty database, within the cap. */
  public Database create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database create(Actor actor, Create command, Idempotency<Database> idempotency) {
    actor.requireUnscoped();
    return once(
        actor,
        idempotency,
        command,
        key -> creator.create(actor, command.name(), command.cluster(), command.template(), key));
  }

  /**
   * Accepts a database that begins with what a golden version holds, within the cap. It is another
   * one from then on: what becomes of the golden once it runs is nothing to it.
   *
   * @throws ControlPlaneException when the actor may not launch clones of that golden, it has no
   *     such ready version, or it holds more than the storage that is asked for
   */
  public Database create(Actor actor, DatabaseCopy command) {
    return create(actor, command, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database create(Actor actor, DatabaseCopy command, Idempotency<Database> idempotency) {
    actor.requireUnscoped();
    return once(actor, idempotency, command, key -> creator.create(actor, command.copy(), key));
  }

  /**
   * Accepts a branch of the database: all that was committed before is there. It belongs to whom
   * the database belongs.
   */
  public Database branch(Actor actor, String database, Branch command) {
    return branch(actor, database, command, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database branch(
      Actor actor, String database, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", database, command),
        key -> creator.branch(actor, database, command.label(), key));
  }

  /** The same of the snapshot's database, with what the snapshot holds. */
  public Database branch(Actor actor, UUID snapshotId, Branch command) {
    return branch(actor, snapshotId, command, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database branch(
      Actor actor, UUID snapshotId, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", snapshotId, command),
        key -> creator.branch(actor, snapshotId, command.label(), key));
  }

  /**
   * Other credentials in place of the present ones, for the owner alone: the password ends at once,
   * in the database too, and a login that was shut out there is let in. Open sessions go on.
   *
   * @throws ControlPlaneException when the database does not run, or its data plane cannot do it
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

  /** Has the database run; without effect when it does, or is about to. */
  public Database start(Actor actor, String name) {
    return start(actor, name, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database start(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(actor, idempotency, List.of("start", name), key -> changes.start(actor, name, key));
  }

  /** Stops the database; without effect when it is stopped, or about to be. */
  public Database stop(Actor actor, String name) {
    return stop(actor, name, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database stop(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(actor, idempotency, List.of("stop", name), key -> changes.stop(actor, name, key));
  }

  /** Stops the database and has it run again; without effect while that is under way. */
  public Database restart(Actor actor, String name) {
    return restart(actor, name, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database restart(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(
        actor, idempotency, List.of("restart", name), key -> changes.restart(actor, name, key));
  }

  /**
   * Has the running database be served by the image that is configured now, by a restart; without
   * effect when it is. Refused where that sorts text in another order than its indexes are in,
   * unless they may be built anew, and for another major version. Takes a minute at most.
   *
   * @param reindex whether indexes may be built anew, before clients can log in again
   */
  public Database upgradeImage(Actor actor, String name, boolean reindex) {
    return upgradeImage(actor, name, reindex, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database upgradeImage(
      Actor actor, String name, boolean reindex, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("upgrade-image", name, reindex),
        key -> changes.upgradeImage(actor, name, reindex, key));
  }

  /**
   * Gives the database other resources, another description, or protection from deletion. A server
   * that runs goes on: what takes a restart is there from its next start on, of which {@code
   * message} tells until then. Storage only grows, and only while there is space for more.
   */
  public Database update(Actor actor, String name, DatabaseUpdate command) {
    return update(actor, name, command, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public Database update(
      Actor actor, String name, DatabaseUpdate command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("update", name, command),
        key -> changes.update(actor, name, command.revision(), key));
  }

  /**
   * Has the branch take its parent's place: the name, and soon the endpoint, at which clients then
   * find the branch's data. The former parent becomes a branch of it, {@code <name>-old-<n>}, with
   * an endpoint of its own. Refused while no client can log in to the branch.
   */
  public Database promote(Actor actor, String branch) {
    return promote(actor, branch, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
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
   * Accepts the deletion of the database and its snapshots; repeating it changes nothing. Refused
   * while it is protected.
   *
   * @param force also when it has branches, which live on without a parent
   */
  public void delete(Actor actor, String name, boolean force) {
    delete(actor, name, force, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public void delete(Actor actor, String name, boolean force, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("delete", name, force),
        tx -> deletion.delete(tx, actor, name, force));
  }

  /** The same of the database of that id, whatever its name is; without effect when it is gone. */
  public void delete(Actor actor, UUID id, boolean force) {
    enqueueAll(context.change(actor, tx -> deletion.delete(tx, actor, id, force)));
  }

  /**
   * Accepts the deletion of all branches of the database, theirs included; of none when one of them
   * is protected.
   */
  public void deleteBranches(Actor actor, String name) {
    deleteBranches(actor, name, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public void deleteBranches(Actor actor, String name, Idempotency<Boolean> idempotency) {
    context.delete(
        actor,
        idempotency,
        List.of("delete branches", name),
        tx -> deletion.deleteBranches(tx, actor, name));
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
