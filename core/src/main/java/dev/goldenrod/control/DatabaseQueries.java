package dev.goldenrod.control;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ClusterSelection;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.CredentialFetcher;
import dev.goldenrod.control.context.Waits;
import dev.goldenrod.control.database.CredentialReads;
import dev.goldenrod.control.database.DatabaseAccess;
import dev.goldenrod.control.database.DatabaseLogins;
import dev.goldenrod.control.database.DatabaseLookup;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What members may see of databases, and wait for. */
abstract class DatabaseQueries {
  final ControlContext context;
  final DatabaseLookup lookup;
  final DatabaseLogins logins;
  private final KnownLogins knownLogins;
  private final CredentialReads reads;
  private final Waits waits;

  DatabaseQueries(ControlContext context, CredentialFetcher credentialFetcher) {
    this.context = context;
    this.lookup = new DatabaseLookup(context);
    this.logins = new DatabaseLogins(credentialFetcher);
    this.knownLogins = new KnownLogins(context, logins);
    this.reads = new CredentialReads(context);
    this.waits = new Waits(context);
  }

  /** The caller's databases, or all of the organisation for an admin, oldest first. */
  public List<Database> list(Actor actor) {
    return lookup.list(actor);
  }

  /** A page of the same list. */
  public Page<Database> list(Actor actor, PageRequest page) {
    UUID owner = actor.isOperator() ? null : actor.userId();
    return context
        .store()
        .inTransaction(
            tx ->
                page.read(
                    "databases",
                    (after, limit) -> tx.databases().page(actor.orgId(), owner, after, limit),
                    database -> DatabaseAccess.mayUse(tx, actor, database)));
  }

  /** Those databases' parents, by the parents' ids. */
  public Map<UUID, Database> parents(List<Database> branches) {
    return lookup.parents(branches);
  }

  /** When snapshots of those databases are taken by themselves, by the databases' ids. */
  public Map<UUID, SnapshotSchedule> schedules(List<Database> databases) {
    return lookup.schedules(databases);
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
   * then, the calling thread waits. {@link Databases#delete} asks for it.
   *
   * @throws AwaitFailedException when the time is up
   */
  public void awaitDeleted(Actor actor, String name, Duration atMost) {
    Waits.unlessGone(() -> find(actor, name))
        .ifPresent(
            database -> waits.untilDeleted(database, () -> find(actor, database.id()), atMost));
  }

  /**
   * The database once it runs, failed or is being deleted, or says that its data plane is offline
   * or gives no answer now, or as it is when the time is up.
   *
   * @param accepted as the change that is waited for left it
   */
  public CompletableFuture<Database> awaitProvisioned(Database accepted, Duration atMost) {
    return waits.future(
        accepted.id(),
        () -> current(accepted),
        one -> Waits.goesNoFurther(one) || isHeldUp(one),
        atMost);
  }

  private boolean isHeldUp(Database database) {
    return !database.status().message().isEmpty()
        && (context.loop().dataPlanes().isLost(database.clusterId()) || !isOnline(database));
  }

  private boolean isOnline(Database database) {
    return context
        .store()
        .inTransaction(tx -> new ClusterSelection(context).isOnline(tx, database));
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
   * The credentials, fetched live from the data plane, for the owner alone. Every look at a
   * database shows them, so a member's reads of one database are audited once an hour.
   */
  public Credentials credentials(Actor actor, Database database) {
    requireLogin(actor, database);
    Credentials credentials = logins.credentials(database);
    reads.audit(actor, database);
    return credentials;
  }

  /**
   * The same for a program that has a copy of them, whose looks are no reads.
   *
   * @param copy null for none
   * @return empty when the copy is what they are
   */
  public Optional<Credentials> changedCredentials(
      Actor actor, Database database, @Nullable Credentials copy) {
    requireLogin(actor, database);
    Credentials credentials = logins.credentials(database);
    if (credentials.equals(copy)) {
      return Optional.empty();
    }
    reads.audit(actor, database);
    return Optional.of(credentials);
  }

  /**
   * Whether the actor is given the credentials: it is the owner, no viewer, and its token has no
   * scopes, or that of the database or one that it is a branch of.
   */
  public boolean mayLogIn(Actor actor, Database database) {
    return lookup.mayLogIn(actor, database);
  }

  final void requireLogin(Actor actor, Database database) {
    if (!mayLogIn(actor, database)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner has the credentials of database '"
              + database.name()
              + "', with a token for it");
    }
  }

  /**
   * The logins of those databases that have one, by id and without what is secret, as they were
   * within the last minute; none of a data plane that has not answered since then.
   */
  public Map<UUID, Databases.Login> logins(List<Database> databases) {
    return knownLogins.of(databases);
  }

  /**
   * The database once the data plane has the resources that it was given, or as it is when the time
   * is up.
   *
   * @param updated as {@link Databases#update} left it
   */
  public CompletableFuture<Database> awaitUpdated(Database updated, Duration atMost) {
    return waits.future(updated.id(), () -> current(updated), one -> !one.isBeingResized(), atMost);
  }
}
