package dev.goldenrod.testing;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.RunningDatabases;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What a test can order of the databases of a {@link FakeDataPlane}. Thread-safe. */
abstract class FakeDatabaseOrders extends FakeImportOrders {
  private final FakeDatabases databases;

  FakeDatabaseOrders(FakeRoles roles, FakeDatabases databases, FakeImports imports) {
    super(roles, imports);
    this.databases = databases;
  }

  /** The versions of engines that it knows from now on; those of the table to begin with. */
  public void setEngines(List<EngineVersion> engines) {
    roles.run(() -> databases.engines().set(engines));
  }

  /**
   * Whether from now on too little space is left to begin anything new; there is enough at first.
   */
  public void exhaustStorage(boolean exhausted) {
    roles.run(() -> databases.exhaustStorage(exhausted));
  }

  /**
   * From now on databases stay under way until {@link #finishDatabase} or {@link
   * #releaseDatabases}.
   */
  public void holdDatabases() {
    roles.run(databases.outcomes()::hold);
  }

  /**
   * Finishes one held database: it is ready.
   *
   * @throws IllegalStateException when that database is not under way
   */
  public void finishDatabase(UUID id) {
    roles.mutate(() -> databases.finish(id));
  }

  /** Finishes all held databases, and from now on every database at once. */
  public void releaseDatabases() {
    roles.mutate(databases::release);
  }

  /**
   * From now on removed databases stay until {@link #finishRemoval} or {@link #releaseRemovals}.
   */
  public void holdRemovals() {
    roles.run(databases::holdRemovals);
  }

  /**
   * Finishes one held removal: the database is absent.
   *
   * @throws IllegalStateException when that database is not being removed
   */
  public void finishRemoval(UUID id) {
    roles.mutate(() -> databases.finishRemoval(id));
  }

  /** Finishes all held removals, and from now on every removal at once. */
  public void releaseRemovals() {
    roles.mutate(databases::releaseRemovals);
  }

  /**
   * The next database that is begun fails with that message; ensured again, it succeeds. Called
   * again, one more fails.
   */
  public void failNextDatabase(String message) {
    roles.run(() -> databases.outcomes().failNext(message));
  }

  /** From now on databases that are begun are blocked with that message. */
  public void blockDatabases(String message) {
    roles.run(() -> databases.outcomes().blockFromNowOn(message));
  }

  /** Ends {@link #blockDatabases}: the blocked databases are ready. */
  public void unblockDatabases() {
    roles.mutate(databases::unblock);
  }

  /**
   * The database's process dies: the database keeps its data and is ready again once it is ensured.
   *
   * @throws IllegalStateException when there is no such database
   */
  public void killDatabase(UUID id) {
    roles.mutate(() -> databases.kill(id));
  }

  /**
   * From now on {@link RunningDatabases#loginProblem} of that database is that reason, until it is
   * stopped and started, or its credentials are reset.
   */
  public void shutOut(UUID id, String reason) {
    roles.mutate(() -> databases.shutOut(id, reason));
  }

  /**
   * From now on another image is configured, and a database runs in it after {@link
   * RunningDatabases#upgradeImage}; at first all run in the one that is.
   *
   * @param sortsOtherwise whether indexes have to be built anew for it
   */
  public void configureImage(boolean sortsOtherwise) {
    roles.run(() -> databases.images().configure(sortsOtherwise));
  }

  /**
   * Logs in to a database and gives its user another password, which its credentials do not have.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public void changePassword(Credentials login, String password) {
    roles.mutate(
        () -> {
          FakeDatabase database = databases.login(login);
          database.changePassword(password);
          return Set.of(database.spec().id());
        });
  }

  /**
   * The specs that {@link RunningDatabases#ensure} was called with, in order, repetitions included.
   */
  public List<DatabaseSpec> ensuredDatabases() {
    return roles.look(databases::ensured);
  }

  /**
   * Logs in to a database and writes the text that {@link #read} gives back.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public void write(Credentials login, String value) {
    roles.run(() -> databases.login(login).write(value));
  }

  /**
   * Logs in to a database and reads what was written last; empty when nothing was.
   *
   * @throws DataPlaneException when no ready database accepts the login
   */
  public String read(Credentials login) {
    return roles.look(() -> databases.login(login).data());
  }
}
