package dev.goldenrod.control;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Databases that are given to members to keep: empty ones, and branches of others. A member acts on
 * its own; an admin on all of the organisation, credentials excepted.
 */
public final class Databases {
  private final ControlContext context;
  private final DatabaseAccess access;
  private final DatabaseLookup lookup;
  private final DatabaseLogins logins;
  private final DatabaseDeletion deletion;
  private final DatabaseCreator creator;
  private final DatabaseChanges changes;
  private final Promoter promoter;
  private final Waits waits;
  private final KeyedCommands<Database> keyed;

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
      DatabaseTexts.requireName(name);
    }
  }

  /**
   * A branch to make.
   *
   * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
   * @param description for people, 4096 characters at most; may be empty
   */
  public record Branch(String name, String description) {
    /** Refuses another name, and a description that is too long. */
    public Branch {
      DatabaseTexts.requireName(name);
      DatabaseTexts.requireDescription(description);
    }
  }

  /** How clients log in to a database, the password excepted. */
  public record Login(String database, String username) {}

  Databases(
      ControlContext context,
      Clusters clusters,
      Engines engines,
      CredentialFetcher credentialFetcher,
      Settings.Caps caps) {
    this.context = context;
    this.access = new DatabaseAccess(context);
    this.lookup = new DatabaseLookup(context);
    this.logins = new DatabaseLogins(credentialFetcher);
    this.deletion = new DatabaseDeletion(context, access);
    this.creator = new DatabaseCreator(context, clusters, engines, access, new DatabaseCaps(caps));
    this.changes = new DatabaseChanges(context, access, new ImageChecks());
    this.promoter = new Promoter(access, logins);
    this.waits = new Waits(context);
    this.keyed = context.keyed(Database::id, lookup::require);
  }

  /** Accepts an empty database, within the cap. */
  public Database create(Actor actor, Create command) {
    return create(actor, command, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database create(Actor actor, Create command, Idempotency<Database> idempotency) {
    return once(actor, idempotency, command, kept -> creator.create(actor, command, kept));
  }

  /**
   * Accepts a branch of the database: all that was committed before is there. It belongs to whom
   * the database belongs.
   */
  public Database branch(Actor actor, String database, Branch command) {
    return branch(actor, database, command, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database branch(
      Actor actor, String database, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", database, command),
        kept -> creator.branch(actor, database, command, kept));
  }

  /** The same of the snapshot's database, with what the snapshot holds. */
  public Database branch(Actor actor, UUID snapshotId, Branch command) {
    return branch(actor, snapshotId, command, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database branch(
      Actor actor, UUID snapshotId, Branch command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("branch", snapshotId, command),
        kept -> creator.branch(actor, snapshotId, command, kept));
  }

  /** The caller's databases, or all of the organisation for an admin, oldest first. */
  public List<Database> list(Actor actor) {
    return lookup.list(actor);
  }

  /** Those databases' parents, by the parents' ids. */
  public Map<UUID, Database> parents(List<Database> branches) {
    return lookup.parents(branches);
  }

  /** The branches of the database, oldest first. */
  public List<Database> branches(Actor actor, String database) {
    return lookup.branches(actor, database);
  }

  /** The database of that name. */
  public Database find(Actor actor, String name) {
    return lookup.find(actor, name);
  }

  /** The database once its phase will not change by itself, or as it is when the time is up. */
  public CompletableFuture<Database> awaitSettled(Actor actor, String name, Duration atMost) {
    UUID id = find(actor, name).id();
    return waits.future(id, () -> find(actor, name), one -> one.phase().isSettled(), atMost);
  }

  /**
   * The database once it runs; until then, the calling thread waits.
   *
   * @throws AwaitFailedException when it failed, is stopped or being deleted, or the time is up
   * @throws ControlPlaneException when it does not exist
   */
  public Database awaitRunning(Actor actor, String name, Duration atMost) {
    Database database = find(actor, name);
    return waits.untilRunning(database, () -> current(database), atMost);
  }

  /**
   * Returns once the database that has the name now is gone, at once when there is none; until
   * then, the calling thread waits. {@link #delete} asks for it.
   *
   * @throws AwaitFailedException when the time is up
   */
  public void awaitDeleted(Actor actor, String name, Duration atMost) {
    Waits.unlessGone(() -> find(actor, name))
        .ifPresent(
            database -> waits.untilDeleted(database, () -> find(actor, database.id()), atMost));
  }

  /**
   * The database once it runs, failed or is being deleted, or says that its data plane gives no
   * answer now, or as it is when the time is up.
   *
   * @param accepted as the change that is waited for left it
   */
  public CompletableFuture<Database> awaitMade(Database accepted, Duration atMost) {
    return waits.future(
        accepted.id(),
        () -> current(accepted),
        one -> Waits.goesNoFurther(one) || isHeldUp(one),
        atMost);
  }

  private boolean isHeldUp(Database database) {
    return !database.status().message().isEmpty()
        && context.loop().dataPlanes().isLost(database.clusterId());
  }

  /** The database as it is now; one that is gone as it was accepted, and being deleted. */
  public Database current(Database accepted) {
    return lookup.current(accepted);
  }

  /** The database of that id, if the actor made it or may use it and it is still there. */
  public Optional<Database> find(Actor actor, UUID id) {
    return lookup.find(actor, id);
  }

  /**
   * The credentials, fetched live from the data plane, for the owner alone. Reading one's own is no
   * change, and is not audited: every look at a database shows them.
   */
  public Credentials credentials(Actor actor, Database database) {
    return logins.credentials(actor, database);
  }

  /**
   * Other credentials in place of the present ones, for the owner alone: the password ends at once,
   * in the database too, and a login that was shut out there is let in. Open sessions go on.
   *
   * @throws ControlPlaneException when the database does not run, or its data plane cannot do it
   */
  public Credentials resetCredentials(Actor actor, String name) {
    Database database = find(actor, name);
    Credentials credentials = logins.reset(actor, database);
    context.change(
        actor,
        tx -> {
          access.audit(tx, actor, database, "credentials.reset");
          return database;
        });
    return credentials;
  }

  /**
   * The logins of those databases that have one, by id and without what is secret; none of a data
   * plane that does not answer.
   */
  public Map<UUID, Login> logins(List<Database> databases) {
    return logins.of(databases);
  }

  /** Has the database run; without effect when it does, or is about to. */
  public Database start(Actor actor, String name) {
    return start(actor, name, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database start(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(
        actor, idempotency, List.of("start", name), kept -> changes.start(actor, name, kept));
  }

  /** Stops the database; without effect when it is stopped, or about to be. */
  public Database stop(Actor actor, String name) {
    return stop(actor, name, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database stop(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(actor, idempotency, List.of("stop", name), kept -> changes.stop(actor, name, kept));
  }

  /** Stops the database and has it run again; without effect while that is under way. */
  public Database restart(Actor actor, String name) {
    return restart(actor, name, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database restart(Actor actor, String name, Idempotency<Database> idempotency) {
    return once(
        actor, idempotency, List.of("restart", name), kept -> changes.restart(actor, name, kept));
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

  /** The same, carried out as the idempotency says. */
  public Database upgradeImage(
      Actor actor, String name, boolean reindex, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("upgrade-image", name, reindex),
        kept -> changes.upgradeImage(actor, name, reindex, kept));
  }

  /**
   * Gives the database other resources, or another description. A server that runs goes on: what
   * takes a restart is there from its next start on, of which {@code message} tells until then.
   * Storage only grows, and only while there is space for more.
   */
  public Database update(Actor actor, String name, DatabaseUpdate command) {
    return update(actor, name, command, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database update(
      Actor actor, String name, DatabaseUpdate command, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("update", name, command),
        kept -> changes.update(actor, name, command, kept));
  }

  /**
   * The database once the data plane has the resources that it was given, or as it is when the time
   * is up.
   *
   * @param updated as {@link #update} left it
   */
  public CompletableFuture<Database> awaitUpdated(Database updated, Duration atMost) {
    return waits.future(updated.id(), () -> current(updated), one -> !one.isBeingResized(), atMost);
  }

  /**
   * Has the branch take its parent's place: the name, and soon the endpoint, at which clients then
   * find the branch's data. The former parent becomes a branch of it, {@code <name>-old-<n>}, with
   * an endpoint of its own. Refused while no client can log in to the branch.
   */
  public Database promote(Actor actor, String branch) {
    return promote(actor, branch, Idempotency.none());
  }

  /** The same, carried out as the idempotency says. */
  public Database promote(Actor actor, String branch, Idempotency<Database> idempotency) {
    return once(
        actor,
        idempotency,
        List.of("promote", branch),
        kept -> {
          promoter.requireUsable(actor, branch);
          return context.change(actor, kept, tx -> promoter.promote(tx, actor, branch));
        });
  }

  /**
   * Accepts the deletion of the database and its snapshots; repeating it changes nothing.
   *
   * @param force also when it has branches, which live on without a parent
   */
  public void delete(Actor actor, String name, boolean force) {
    enqueueAll(context.change(actor, tx -> deletion.delete(tx, actor, name, force)));
  }

  /** The same of the database of that id, whatever its name is; without effect when it is gone. */
  public void delete(Actor actor, UUID id, boolean force) {
    enqueueAll(context.change(actor, tx -> deletion.delete(tx, actor, id, force)));
  }

  /** Accepts the deletion of all branches of the database, theirs included. */
  public void deleteBranches(Actor actor, String name) {
    enqueueAll(context.change(actor, tx -> deletion.deleteBranches(tx, actor, name)));
  }

  private Database once(
      Actor actor,
      Idempotency<Database> idempotency,
      Object command,
      Function<Idempotency<Database>, Database> carryOut) {
    return keyed.once(actor, idempotency, command, kept -> enqueued(carryOut.apply(kept)));
  }

  private Database enqueued(Database database) {
    context.loop().enqueue(database.id());
    return database;
  }

  private void enqueueAll(List<UUID> ids) {
    ids.forEach(context.loop()::enqueue);
  }
}
