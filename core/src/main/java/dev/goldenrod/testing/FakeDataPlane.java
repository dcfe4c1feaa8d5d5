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
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.SourceSecrets;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.SecretCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An in-memory data plane for tests. Thread-safe.
 *
 * <p>By default all work is done at once: when {@code ensure} returns, every database is ready and
 * every import step done. A test can hold the work and finish it piece by piece, and request faults
 * in advance:
 *
 * <pre>{@code
 * FakeDataPlane dataPlane = new FakeDataPlane();
 * dataPlane.holdDatabases();                        // databases stay in progress …
 * dataPlane.finishDatabase(id);                     // … until the test finishes them
 * dataPlane.failNextDatabase("the disk is full");   // the next one fails for that reason
 * dataPlane.goOffline();                            // every call throws
 * }</pre>
 *
 * <p>The endpoint and the password of a database are derived from its id and do not change with its
 * generation. No server listens there; {@link #write} and {@link #read} simulate a client, with one
 * text in place of a database's contents, and a connection to a database echoes what is sent.
 * Sources on hosts ending in {@code .invalid} cannot be reached. Any handle can be cloned, except
 * that of a volume that was made by an import here and then removed.
 */
public final class FakeDataPlane extends FakeControls implements DataPlane {
  private static final StorageUse STORAGE = new StorageUse(100L << 30, 924L << 30);

  private final String identity;
  private final FakeAvailability availability;
  private final AtomicReference<StoreMark> mark;
  private volatile DataPlaneRelease release = DataPlaneRelease.UNKNOWN;

  /** Creates an empty data plane with the identity {@code fake}. */
  public FakeDataPlane() {
    this("fake");
  }

  /** Creates an empty data plane with the given identity. */
  public FakeDataPlane(String identity) {
    this(
        identity,
        new FakeAvailability(),
        new FakeDatabases(),
        new FakeImports(),
        new AtomicReference<>());
  }

  private FakeDataPlane(
      String identity,
      FakeAvailability availability,
      FakeDatabases databases,
      FakeImports imports,
      AtomicReference<StoreMark> mark) {
    super(
        new FakeDataPlaneServices(
            Objects.requireNonNull(identity), availability, databases, imports),
        databases,
        imports);
    this.identity = identity;
    this.availability = availability;
    this.mark = mark;
  }

  /**
   * Returns the data plane as after a kill and restart of its process: this object is closed, ready
   * databases still run, and interrupted work has to be requested again.
   */
  public FakeDataPlane restarted() {
    close();
    synchronized (availability) {
      databases.restart();
      imports.restart();
    }
    return new FakeDataPlane(identity, availability, databases, imports, mark);
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
    return availability.lost();
  }

  @Override
  public String displayName() {
    return identity;
  }

  @Override
  public DataPlaneRelease release() {
    return release;
  }

  /** Sets the release that the data plane reports. */
  public void tellRelease(DataPlaneRelease told) {
    release = told;
  }

  @Override
  public void onChange(Consumer<UUID> newListener) {
    services.onChange(Objects.requireNonNull(newListener));
  }

  @Override
  public List<EngineVersion> engines() {
    return services.answer(() -> databases.conditions().engines());
  }

  @Override
  public boolean isStorageExhausted() {
    return services.answer(databases.conditions()::isStorageExhausted);
  }

  @Override
  public Optional<StorageUse> storage() {
    return Optional.of(STORAGE);
  }

  @Override
  public RunningDatabases databases() {
    return services.databases();
  }

  /** Snapshots are taken at once. */
  @Override
  public DatabaseSnapshots snapshots() {
    return services.snapshots();
  }

  /** The schema of a database is the text that was written to it. */
  @Override
  public DatabaseSchemas schemas() {
    return services.schemas();
  }

  /** An archive has two parts: a header, and the text that was written to the database. */
  @Override
  public SnapshotArchives archives() {
    return services.archives();
  }

  @Override
  public ImportSteps imports() {
    return services.imports();
  }

  /**
   * A plan has one table, {@code public.customer}, of which a preview has one row. Attestations of
   * masked imports are signed, with invented counts.
   */
  @Override
  public Optional<MaskingTools> masking() {
    return services.masking();
  }

  /** Each source has the same version, size and tables. */
  @Override
  public Optional<SourceTools> sources() {
    return Optional.of(services.sources());
  }

  @Override
  public Optional<SourceSecrets> secrets() {
    return services.secrets();
  }

  @Override
  public String secretCommand(String secret) {
    return SecretCommands.inDirectory(secret, "/srv/" + identity);
  }

  /** Volumes are removed at once. */
  @Override
  public VersionVolumes versions() {
    return version ->
        services.answer(
            () -> {
              imports.removeVersion(version);
              return true;
            });
  }

  /** The engine is always PostgreSQL 17, whichever was requested. */
  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return services.answer(() -> databases.factsOf(id));
  }

  @Override
  public Inventory inventory() {
    return services.answer(
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
    services.close();
  }

  /** Makes every call throw {@link DataPlaneOfflineException}. */
  public void goOffline() {
    availability.online(false);
  }

  /**
   * Makes the data plane unreachable for the given reason; {@link #unreachable} returns it at once.
   */
  public void lose(String reason) {
    availability.lose(reason);
  }

  /** Ends {@link #goOffline} and {@link #lose}. */
  public void comeOnline() {
    availability.online(true);
  }

  /** Delays every answer; zero also releases the calls that wait. */
  public void delayAnswers(Duration delay) {
    availability.delayAnswers(delay);
  }

  /** Makes the credentials of the selected databases unavailable for the given reason. */
  public void refuseCredentials(Predicate<UUID> which, String reason) {
    availability.refuseCredentials(which, reason);
  }

  /** Ends {@link #refuseCredentials}. */
  public void tellCredentials() {
    availability.refuseCredentials(id -> false, "");
  }

  /** Delays credentials; zero also releases the calls that wait. */
  public void delayCredentials(Duration delay) {
    availability.delayCredentials(delay);
  }
}
