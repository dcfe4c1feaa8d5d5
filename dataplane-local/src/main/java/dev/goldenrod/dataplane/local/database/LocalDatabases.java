package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.SocketConnection;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.record.CappedLog;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.KeptDatabases;
import dev.goldenrod.dataplane.local.record.VerifiedLogin;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.engine.EngineServer.Login;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.tunnel.ClientConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** All databases of a data directory. Thread-safe. */
public final class LocalDatabases implements RunningDatabases, AutoCloseable {
  private static final Duration LOG_CHECK = Duration.ofMillis(500);
  private static final Duration CERTIFICATE_CHECK = Duration.ofSeconds(30);

  private final DatabaseContext context;
  private final DatabaseExecutor executor = new DatabaseExecutor();
  private final Map<UUID, LocalDatabase> databases = new ConcurrentHashMap<>();
  private final LocalSnapshots snapshots;
  private volatile Consumer<UUID> listener = id -> {};

  private LocalDatabases(DatabaseContext context) {
    this.context = context;
    this.snapshots =
        new LocalSnapshots(
            context.volumes(),
            executor,
            (id, volume) -> database(id).copyTo(volume),
            id -> listener.accept(id));
  }

  /**
   * Opens what is there: databases that run are adopted, those that died are started again, and
   * removals go on, all in the background.
   *
   * @throws DataPlaneException when the folder of the databases cannot be read
   */
  public static LocalDatabases open(DatabaseContext context) {
    LocalDatabases databases = new LocalDatabases(context);
    databases.executor.submit(context.servers()::warmUp);
    databases.snapshots.finishAll();
    KeptDatabases kept = new KeptDatabases(context);
    Set<UUID> ids = kept.ids();
    context.cgroups().retain(ids.stream().map(UUID::toString).collect(Collectors.toSet()));
    // First all ports and users, so that none is given out again while the others are looked at.
    ids.forEach(kept::hold);
    context.ports().releaseUnheld();
    context.users().releaseUnheld();
    // Then all of them, so that one that takes over an endpoint finds the one that has it.
    ids.forEach(id -> databases.adopt(id, kept.read(id)));
    ids.forEach(databases::resume);
    databases.executor.every(LOG_CHECK, databases::trimLogs);
    if (context.tls().isPresent()) {
      databases.executor.every(CERTIFICATE_CHECK, databases::renewCertificates);
    }
    return databases;
  }

  /** Registers the change listener: it takes the id of a database or snapshot that changed. */
  public void onChange(Consumer<UUID> newListener) {
    listener = Objects.requireNonNull(newListener);
  }

  /** Registers who is told how long a running database stood still while it was copied. */
  public void onStandstill(Consumer<Duration> newListener) {
    context.standstills().onStandstill(newListener);
  }

  @Override
  public DatabaseObservation observe(UUID id) {
    LocalDatabase database = databases.get(id);
    return database == null ? DatabaseObservation.absent() : database.observation();
  }

  @Override
  public void ensure(DatabaseSpec spec) {
    if (spec.mustExist() && !databases.containsKey(spec.id())) {
      return;
    }
    databases
        .computeIfAbsent(spec.id(), id -> create(id, DatabaseObservation.working(-1, ""), false))
        .ensure(spec);
  }

  @Override
  public Optional<Resources> resources(UUID id) {
    return Optional.ofNullable(databases.get(id)).flatMap(LocalDatabase::resources);
  }

  @Override
  public void resize(UUID id, Resources resources) {
    Optional.ofNullable(databases.get(id)).ifPresent(database -> database.resize(resources));
  }

  @Override
  public void remove(UUID id) {
    LocalDatabase database = databases.get(id);
    if (database != null) {
      database.remove();
    }
  }

  @Override
  public Optional<Credentials> credentials(UUID id) {
    LocalDatabase database = databases.get(id);
    if (database == null || !database.isLoginVerified()) {
      return Optional.empty();
    }
    DatabaseFolder folder = context.folder(id);
    return folder
        .verifiedLogin()
        .flatMap(login -> folder.record().map(record -> credentials(login, record.port(), folder)));
  }

  @Override
  public Optional<String> loginProblem(UUID id) {
    if (observe(id).state() != DatabaseState.READY) {
      return Optional.of("it does not run");
    }
    return context
        .folder(id)
        .lostPassword()
        .or(
            () -> {
              DatabaseServer server = database(id).running();
              return server.engineServer().loginProblem(server.port(), server.password());
            });
  }

  @Override
  public ClientConnection openConnection(UUID id) {
    return SocketConnection.toLoopback("database " + id, running(id).port(), () -> {});
  }

  /**
   * Runs to its end although the caller may be interrupted: the engine and the record agree only
   * then.
   */
  @Override
  public Credentials resetCredentials(UUID id) {
    requireReady(id);
    executor.await(executor.submit(database(id)::resetCredentials));
    return credentials(id).orElseThrow(() -> notRunning(id));
  }

  /**
   * A database that clients can use.
   *
   * @throws DataPlaneException when it does not run
   */
  public DatabaseServer running(UUID id) {
    requireReady(id);
    return database(id).running();
  }

  private void requireReady(UUID id) {
    if (observe(id).state() != DatabaseState.READY) {
      throw notRunning(id);
    }
  }

  private static DataPlaneException notRunning(UUID id) {
    return new DataPlaneException("database %s does not run".formatted(id));
  }

  /** The snapshots of these databases. */
  public DatabaseSnapshots snapshots() {
    return snapshots;
  }

  /** What is known of a database or snapshot; empty when there is none. */
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return new HeldFacts(context, snapshots).of(id);
  }

  /** Ids of all snapshots, also of those that were never finished. */
  public Set<UUID> snapshotIds() {
    return snapshots.ids();
  }

  /** Ids of snapshots of which nothing can be made, and why. */
  public Map<UUID, String> damagedSnapshots() {
    return snapshots.damaged();
  }

  private LocalDatabase database(UUID id) {
    LocalDatabase database = databases.get(id);
    if (database == null) {
      throw WorkFailure.failed("database %s does not exist".formatted(id));
    }
    return database;
  }

  /** Ids of all databases that have a folder, a volume or a process. */
  public Set<UUID> ids() {
    // One that was seen absent leaves the map a moment later.
    return databases.entrySet().stream()
        .filter(entry -> !entry.getValue().observation().equals(DatabaseObservation.absent()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Stops working and leaves the databases running. */
  @Override
  public void close() {
    listener = id -> {};
    executor.close();
  }

  private void trimLogs() {
    databases.keySet().forEach(id -> CappedLog.trim(context.folder(id).log()));
  }

  /** Begins to give servers another certificate whose own is not good any more. */
  void renewCertificates() {
    databases.values().forEach(one -> executor.submit(one::renewCertificate));
  }

  private Credentials credentials(VerifiedLogin verified, int port, DatabaseFolder folder) {
    Login login = verified.login();
    return Credentials.of(
        login.scheme(),
        context.advertiseHost(),
        port,
        login.database(),
        login.user(),
        folder.password(),
        folder.sslMode().orElse(""));
  }

  private LocalDatabase create(UUID id, DatabaseObservation seen, boolean loginVerified) {
    DatabaseProvisioner provisioner = new DatabaseProvisioner(id, context, executor, snapshots);
    return new LocalDatabase(
        "database " + id,
        provisioner,
        context,
        executor,
        seen,
        loginVerified,
        endpoint -> holderOf(endpoint, id),
        database -> changed(id, database));
  }

  /** The other database that has the endpoint. */
  private Optional<LocalDatabase> holderOf(String endpoint, UUID except) {
    return databases.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(except))
        .map(Map.Entry::getValue)
        .filter(database -> database.observation().endpoint().equals(endpoint))
        .findFirst();
  }

  private void changed(UUID id, LocalDatabase database) {
    if (database.observation().equals(DatabaseObservation.absent())) {
      databases.remove(id, database);
    }
    listener.accept(id);
  }

  private void adopt(UUID id, KeptDatabases.Kept kept) {
    databases.put(id, create(id, kept.seen(), kept.loginVerified()));
  }

  private void resume(UUID id) {
    LocalDatabase database = database(id);
    DatabaseFolder folder = context.folder(id);
    if (folder.isBeingRemoved()) {
      database.remove();
    } else if (database.observation().state() != DatabaseState.BLOCKED) {
      folder.record().ifPresent(record -> database.ensure(record.spec()));
    }
  }
}
