package dev.goldenrod.control;

import dev.goldenrod.AwaitFailedException;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The reads and waits of {@link Databases}. */
abstract class DatabaseQueries {
  final ControlContext context;
  final DatabaseLogins logins;
  private final ResourceWaiter waiter;

  DatabaseQueries(ControlContext context, CredentialFetcher credentialFetcher) {
    this.context = context;
    this.logins = new DatabaseLogins(context, credentialFetcher);
    this.waiter = new ResourceWaiter(context);
  }

  /** Returns the actor's databases, or all of the organization for an operator, oldest first. */
  public List<Database> list(Actor actor) {
    return context.read(
        tx ->
            visible(
                tx,
                actor,
                actor.isOperator()
                    ? tx.databases().list(actor.orgId())
                    : tx.databases().listOwnedBy(actor.orgId(), actor.userId())));
  }

  private static List<Database> visible(Transaction tx, Actor actor, List<Database> databases) {
    return databases.stream()
        .filter(one -> !one.isDeleted())
        .filter(one -> DatabaseAccess.mayUse(tx, actor, one))
        .toList();
  }

  /** Returns a page of the actor's databases, or of all for an operator, oldest first. */
  public Page<Database> list(Actor actor, PageRequest page) {
    UUID owner = actor.isOperator() ? null : actor.userId();
    return context.read(
        tx ->
            page.read(
                "databases",
                (after, limit) -> tx.databases().page(actor.orgId(), owner, after, limit),
                database -> DatabaseAccess.mayUse(tx, actor, database)));
  }

  /** Returns the parents of the databases, by the parents' ids. */
  public Map<UUID, Database> parents(List<Database> branches) {
    Set<UUID> parents =
        branches.stream()
            .filter(Database::hasParent)
            .map(one -> one.ancestry().parentId())
            .collect(Collectors.toSet());
    UUID orgId = branches.isEmpty() ? null : branches.get(0).orgId();
    return orgId == null || parents.isEmpty()
        ? Map.of()
        : context.read(tx -> tx.databases().findAll(orgId, parents)).stream()
            .collect(Collectors.toMap(Database::id, Function.identity()));
  }

  /** Returns the snapshot schedules of the databases, by the databases' ids. */
  public Map<UUID, SnapshotSchedule> schedules(List<Database> databases) {
    UUID orgId = databases.isEmpty() ? null : databases.get(0).orgId();
    Set<UUID> ids = databases.stream().map(Database::id).collect(Collectors.toSet());
    return orgId == null
        ? Map.of()
        : context.read(tx -> tx.schedules().ofDatabases(orgId, ids)).stream()
            .collect(Collectors.toMap(SnapshotSchedule::databaseId, Function.identity()));
  }

  /** Returns the branches of the database, oldest first. */
  public List<Database> branches(Actor actor, String database) {
    return context.read(
        tx -> {
          UUID parent = DatabaseAccess.require(tx, actor, database).id();
          return visible(tx, actor, tx.databases().branchesOf(actor.orgId(), parent));
        });
  }

  /**
   * Returns the database with its ancestors and all their branches and snapshots, as far as the
   * actor may use them.
   */
  public DatabaseFamily family(Actor actor, String name) {
    return context.read(tx -> DatabaseFamily.read(tx, actor, name));
  }

  /** Returns the database of that name. */
  public Database find(Actor actor, String name) {
    return context.read(tx -> DatabaseAccess.require(tx, actor, name));
  }

  /** Returns the database once its phase is settled, or as it is at the timeout. */
  public CompletableFuture<Database> awaitSettled(Actor actor, String name, Duration atMost) {
    UUID id = find(actor, name).id();
    return waiter.awaitAsync(id, () -> find(actor, name), one -> one.phase().isSettled(), atMost);
  }

  /**
   * Blocks until the database is running, and returns it.
   *
   * @throws AwaitFailedException if it failed, is stopped or being deleted, or at the timeout
   * @throws ControlPlaneException if it does not exist
   */
  public Database awaitRunning(Actor actor, String name, Duration atMost) {
    Database database = find(actor, name);
    return waiter.awaitRunning(database, () -> current(database), atMost);
  }

  /**
   * Blocks until the database that now has the name is gone, after {@link Databases#delete}.
   * Returns at once if there is none.
   *
   * @throws AwaitFailedException at the timeout
   */
  public void awaitDeleted(Actor actor, String name, Duration atMost) {
    ResourceWaiter.findIfExists(() -> find(actor, name))
        .ifPresent(
            database -> waiter.awaitDeleted(database, () -> find(actor, database.id()), atMost));
  }

  /**
   * Returns the database once it runs, failed, or is being deleted; once its message says that its
   * data plane is offline or does not answer; or as it is at the timeout.
   *
   * @param accepted the database as the awaited change returned it
   */
  public CompletableFuture<Database> awaitProvisioned(Database accepted, Duration atMost) {
    return waiter.awaitAsync(
        accepted.id(),
        () -> current(accepted),
        one -> ResourceWaiter.isSettledOrDeleting(one) || isWaitingForDataPlane(one),
        atMost);
  }

  private boolean isWaitingForDataPlane(Database database) {
    return !database.status().message().isEmpty()
        && (context.dataPlanes().isUnreachable(database.clusterId()) || !isOnline(database));
  }

  private boolean isOnline(Database database) {
    return context.read(tx -> new ClusterSelection(context).isOnline(tx, database));
  }

  /** Returns the database as it is now; if gone, as it was accepted and being deleted. */
  public Database current(Database accepted) {
    return context
        .read(tx -> tx.databases().find(accepted.orgId(), accepted.id()))
        .filter(database -> !database.isDeleted())
        .orElseGet(accepted::deletionRequested);
  }

  /** Returns the database of that id; empty if it is gone, or the actor may not use it. */
  public Optional<Database> find(Actor actor, UUID id) {
    return context.read(
        tx ->
            tx.databases()
                .find(actor.orgId(), id)
                .filter(database -> !database.isDeleted())
                .filter(database -> DatabaseAccess.mayUse(tx, actor, database)));
  }

  final Database require(Actor actor, UUID id) {
    return find(actor, id).orElseThrow(() -> ControlPlaneException.notFound("database", id));
  }

  /**
   * Returns the credentials from the data plane, for the owner only. Each server process audits
   * reads at most about once an hour per member and database, because every view of a database
   * includes its credentials.
   */
  public Credentials credentials(Actor actor, Database database) {
    requireLogin(actor, database);
    Credentials credentials = logins.credentials(database);
    logins.auditRead(actor, database);
    return credentials;
  }

  /** Returns the credentials if they differ from {@code copy}; otherwise empty, and not audited. */
  public Optional<Credentials> changedCredentials(
      Actor actor, Database database, @Nullable Credentials copy) {
    requireLogin(actor, database);
    Credentials credentials = logins.credentials(database);
    if (credentials.equals(copy)) {
      return Optional.empty();
    }
    logins.auditRead(actor, database);
    return Optional.of(credentials);
  }

  /**
   * Returns whether the actor may have the credentials: it owns the database, is no viewer, and its
   * token has no scopes, or the scope of the database or of one of its ancestors.
   */
  public boolean mayLogIn(Actor actor, Database database) {
    return context.read(tx -> DatabaseAccess.mayLogIn(tx, actor, database));
  }

  final void requireLogin(Actor actor, Database database) {
    if (!mayLogIn(actor, database)) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "only the owner may use the credentials of database '"
              + database.name()
              + "', with a token whose scopes allow it");
    }
  }

  /**
   * Returns the logins of the databases without passwords, by database id. They may be a minute
   * old. Databases whose data plane has not answered since then are left out.
   */
  public Map<UUID, Databases.Login> logins(List<Database> databases) {
    return logins.logins(databases);
  }

  /** Returns the database once its resources are applied, or as it is at the timeout. */
  public CompletableFuture<Database> awaitUpdated(Database updated, Duration atMost) {
    return waiter.awaitAsync(
        updated.id(), () -> current(updated), one -> !one.isBeingResized(), atMost);
  }
}
