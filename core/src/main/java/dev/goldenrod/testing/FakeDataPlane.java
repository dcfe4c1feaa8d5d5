package dev.goldenrod.testing;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.VersionVolumes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A data plane in memory whose work is done at once, unless a test says otherwise. Thread-safe.
 *
 * <p>Left alone, every database is ready and every import step done when {@code ensure…} returns. A
 * test that wants to see what happens meanwhile holds the work and finishes it piece by piece; one
 * that wants to see what happens when things go wrong orders the fault beforehand:
 *
 * <pre>{@code
 * FakeDataPlane dataPlane = new FakeDataPlane();
 * dataPlane.holdDatabases();                        // databases stay under way …
 * dataPlane.finishDatabase(id);                     // … until the test finishes them
 * dataPlane.failNextDatabase("the disk is full");   // the next one fails for that reason
 * dataPlane.goOffline();                            // every call throws
 * }</pre>
 *
 * <p>Endpoint and password of a database follow from its id and stay through higher generations.
 * Nothing listens there; {@link #write} and {@link #read} stand for what a client would do, with
 * one text in place of a database. Sources on hosts ending in {@code .invalid} cannot be reached.
 * Any handle can be cloned, save one that an import made here and that was removed.
 */
public final class FakeDataPlane extends FakeImportOrders implements DataPlane {
  private final String identity;
  private final FakeConnection connection;
  private final FakeDatabases databases;
  private final FakeImports imports;
  private final AtomicReference<UUID> owner;

  /** An empty data plane with the identity {@code fake}. */
  public FakeDataPlane() {
    this("fake");
  }

  /** An empty data plane with that identity. */
  public FakeDataPlane(String identity) {
    this(
        identity,
        new FakeConnection(),
        new FakeDatabases(),
        new FakeImports(),
        new AtomicReference<>());
  }

  private FakeDataPlane(
      String identity,
      FakeConnection connection,
      FakeDatabases databases,
      FakeImports imports,
      AtomicReference<UUID> owner) {
    super(new FakeRoles(Objects.requireNonNull(identity), connection, databases, imports), imports);
    this.identity = identity;
    this.connection = connection;
    this.databases = databases;
    this.imports = imports;
    this.owner = owner;
  }

  /**
   * The same data plane as after a kill of its process: this object is closed, ready databases are
   * still running, and what was under way needs to be ensured again.
   */
  public FakeDataPlane restarted() {
    close();
    synchronized (connection) {
      databases.restart();
      imports.restart();
    }
    return new FakeDataPlane(identity, connection, databases, imports, owner);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public void claim(UUID claimant) {
    UUID known = owner.updateAndGet(before -> before == null ? claimant : before);
    if (!claimant.equals(known)) {
      throw new DataPlaneException(
          "data plane %s is the store's whose organisation is %s; use another one"
              .formatted(identity, known));
    }
  }

  @Override
  public String displayName() {
    return identity;
  }

  @Override
  public void onChange(Consumer<UUID> newListener) {
    roles.onChange(Objects.requireNonNull(newListener));
  }

  @Override
  public List<EngineVersion> engines() {
    return roles.answer(databases::engines);
  }

  @Override
  public boolean isStorageExhausted() {
    return roles.answer(databases::isStorageExhausted);
  }

  @Override
  public RunningDatabases databases() {
    return roles.databases();
  }

  /** Taken at once. */
  @Override
  public DatabaseSnapshots snapshots() {
    return roles.snapshots();
  }

  /** A database's schema is what was written to it. */
  @Override
  public DatabaseSchemas schemas() {
    return roles.schemas();
  }

  @Override
  public ImportSteps imports() {
    return roles.imports();
  }

  /** Volumes go at once. */
  @Override
  public VersionVolumes versions() {
    return version ->
        roles.answer(
            () -> {
              imports.removeVersion(version);
              return true;
            });
  }

  @Override
  public Inventory inventory() {
    return roles.answer(
        () ->
            new Inventory(
                databases.ids(),
                databases.snapshots().ids(),
                imports.staged(),
                imports.handles(),
                imports.copies()));
  }

  @Override
  public void close() {
    roles.close();
  }

  /** The versions of engines that it knows from now on; those of the table to begin with. */
  public void setEngines(List<EngineVersion> engines) {
    roles.run(() -> databases.setEngines(engines));
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
    roles.run(databases::hold);
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
    roles.run(() -> databases.failNext(message));
  }

  /** From now on databases that are begun are blocked with that message. */
  public void blockDatabases(String message) {
    roles.run(() -> databases.blockFromNowOn(message));
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

  /** From now on {@link RunningDatabases#loginProblem} of that database is that reason. */
  public void shutOut(UUID id, String reason) {
    roles.run(() -> databases.shutOut(id, reason));
  }

  /** From now on every call throws {@link DataPlaneException}. */
  public void goOffline() {
    connection.online(false);
  }

  /** Ends {@link #goOffline}. */
  public void comeOnline() {
    connection.online(true);
  }

  /** From now on every answer takes so long; zero lets those who wait go on. */
  public void delayAnswers(Duration delay) {
    connection.delayAnswers(delay);
  }

  /** From now on credentials take so long; zero lets those who wait go on. */
  public void delayCredentials(Duration delay) {
    connection.delayCredentials(delay);
  }

  /**
   * The specs that {@link RunningDatabases#ensure} was called with, in order, repetitions included.
   */
  public List<DatabaseSpec> ensuredDatabases() {
    synchronized (connection) {
      return databases.ensured();
    }
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
    synchronized (connection) {
      return databases.login(login).data();
    }
  }
}
