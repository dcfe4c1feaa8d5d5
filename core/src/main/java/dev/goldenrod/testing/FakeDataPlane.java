package dev.goldenrod.testing;

import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

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
 * one text in place of a database; a connection to it sends back what it gets. Sources on hosts
 * ending in {@code .invalid} cannot be reached. Any handle can be cloned, save one that an import
 * made here and that was removed.
 */
public final class FakeDataPlane extends FakeDatabaseOrders implements DataPlane {
  /** A tenth of a tebibyte is used. */
  private static final StorageUse STORAGE = new StorageUse(100L << 30, 924L << 30);

  private final String identity;
  private final FakeConnection connection;
  private final FakeDatabases databases;
  private final FakeImports imports;
  private final AtomicReference<StoreMark> mark;
  private volatile DataPlaneRelease release = DataPlaneRelease.UNKNOWN;

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
      AtomicReference<StoreMark> mark) {
    super(
        new FakeRoles(Objects.requireNonNull(identity), connection, databases, imports),
        databases,
        imports);
    this.identity = identity;
    this.connection = connection;
    this.databases = databases;
    this.imports = imports;
    this.mark = mark;
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
    return new FakeDataPlane(identity, connection, databases, imports, mark);
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public String location() {
    return "data plane " + identity;
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    return Optional.ofNullable(mark.get());
  }

  @Override
  public boolean claim(Optional<StoreMark> expected, StoreMark next) {
    StoreMark kept = mark.get();
    return expected.equals(Optional.ofNullable(kept)) && mark.compareAndSet(kept, next);
  }

  @Override
  public Optional<String> unreachable() {
    return connection.lost();
  }

  @Override
  public String displayName() {
    return identity;
  }

  @Override
  public DataPlaneRelease release() {
    return release;
  }

  /** From now on it tells to be that. */
  public void tellRelease(DataPlaneRelease told) {
    release = told;
  }

  @Override
  public void onChange(Consumer<UUID> newListener) {
    roles.onChange(Objects.requireNonNull(newListener));
  }

  @Override
  public List<EngineVersion> engines() {
    return roles.answer(() -> databases.engines().known());
  }

  @Override
  public boolean isStorageExhausted() {
    return roles.answer(databases::isStorageExhausted);
  }

  @Override
  public Optional<StorageUse> storage() {
    return Optional.of(STORAGE);
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

  /** Of two parts: what it is, and what was written to the database. */
  @Override
  public SnapshotArchives archives() {
    return roles.archives();
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

  /** PostgreSQL 17, whatever it was asked for as. */
  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return roles.answer(() -> databases.factsOf(id));
  }

  @Override
  public Inventory inventory() {
    return roles.answer(
        () ->
            Inventory.undamaged(
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

  /** From now on every call throws {@link DataPlaneOfflineException}. */
  public void goOffline() {
    connection.online(false);
  }

  /** From now on it gives no answer, which is known of it at once, for that reason. */
  public void lose(String reason) {
    connection.lose(reason);
  }

  /** Ends {@link #goOffline} and {@link #lose}. */
  public void comeOnline() {
    connection.online(true);
  }

  /** From now on every answer takes so long; zero lets those who wait go on. */
  public void delayAnswers(Duration delay) {
    connection.delayAnswers(delay);
  }

  /** From now on the credentials of those databases cannot be told, for that reason. */
  public void refuseCredentials(Predicate<UUID> which, String reason) {
    connection.refuseCredentials(which, reason);
  }

  /** Ends {@link #refuseCredentials}. */
  public void tellCredentials() {
    connection.refuseCredentials(id -> false, "");
  }

  /** From now on credentials take so long; zero lets those who wait go on. */
  public void delayCredentials(Duration delay) {
    connection.delayCredentials(delay);
  }
}
