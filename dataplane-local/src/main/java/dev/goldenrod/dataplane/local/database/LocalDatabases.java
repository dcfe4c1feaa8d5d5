package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.SocketConnection;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.record.ExistingDatabases;
import dev.goldenrod.dataplane.local.record.LogTrimmer;
import dev.goldenrod.dataplane.local.record.VerifiedLogin;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.engine.EngineServer.Login;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
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
   * Opens the databases of the data directory. In the background, running ones are adopted, crashed
   * ones are restarted and removals are continued.
   *
   * @throws DataPlaneException if the folder of the databases cannot be read
   */
  public static LocalDatabases open(DatabaseContext context) {
    LocalDatabases databases = new LocalDatabases(context);
    databases.executor.submit(context.servers()::warmUp);
    databases.snapshots.finishAll();
    ExistingDatabases existing = new ExistingDatabases(context);
    Set<UUID> ids = existing.ids();
    context.cgroups().retain(ids.stream().map(UUID::toString).collect(Collectors.toSet()));
    // First hold all ports and users, so that none is given to another database meanwhile.
    ids.forEach(existing::reservePortAndUser);
    context.ports().releaseUnheld();
    context.users().releaseUnheld();
    // Adopt all before the first turn, so that a takeover finds the holder of its endpoint.
    ids.forEach(id -> databases.adopt(id, existing.read(id)));
    ids.forEach(databases::resume);
    databases.executor.every(LOG_CHECK, databases::trimLogs);
    if (context.tls().isPresent()) {
      databases.executor.every(CERTIFICATE_CHECK, databases::renewCertificates);
    }
    return databases;
  }

  /** Registers the listener for ids of changed databases and snapshots. */
  public void onChange(Consumer<UUID> newListener) {
    listener = Objects.requireNonNull(newListener);
  }

  /** Registers the listener for the time that each copy suspended a running database. */
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
        .computeIfAbsent(spec.id(), id -> create(id, DatabaseObservation.working(-1, ""), -1))
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
      return Optional.of("the database is not running");
    }
    return context
        .folder(id)
        .lostPassword()
        .or(
            () -> {
              RunningDatabase server = database(id).running();
              return server.engineServer().loginProblem(server.port(), server.password());
            });
  }

  @Override
  public ClientConnection openConnection(UUID id) {
    return SocketConnection.toLoopback("database " + id, running(id).port(), () -> {});
  }

  /**
   * Completed even if the caller is interrupted, since engine and record disagree until the end.
   */
  @Override
  public Credentials resetCredentials(UUID id) {
    requireReady(id);
    executor.await(executor.submit(database(id)::resetCredentials));
    return credentials(id).orElseThrow(() -> notRunning(id));
  }

  /**
   * Returns the server of a ready database.
   *
   * @throws DataPlaneException if the database is not ready
   */
  public RunningDatabase running(UUID id) {
    requireReady(id);
    return database(id).running();
  }

  private void requireReady(UUID id) {
    if (observe(id).state() != DatabaseState.READY) {
      throw notRunning(id);
    }
  }

  private static DataPlaneException notRunning(UUID id) {
    return new DataPlaneException("database %s is not running".formatted(id));
  }

  public LocalSnapshots snapshots() {
    return snapshots;
  }

  /** Returns facts about a database or snapshot from the data directory alone, without a store. */
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return context
        .folder(id)
        .record()
        .flatMap(record -> factsOf(record.spec()))
        .or(() -> snapshots.factsOf(id));
  }

  private Optional<Orphan.Facts> factsOf(DatabaseSpec spec) {
    return Optional.of(new DatabaseVolume(spec.id(), spec.generation()).name())
        .filter(context.volumes()::exists)
        .map(name -> DataVolume.of(context.volumes(), name).info())
        .map(info -> new Orphan.Engine(info.type(), info.release()))
        .map(engine -> new Orphan.Facts(spec.name(), engine, spec.resources(), 0));
  }

  private LocalDatabase database(UUID id) {
    LocalDatabase database = databases.get(id);
    if (database == null) {
      throw WorkFailure.failed("database %s does not exist".formatted(id));
    }
    return database;
  }

  public Set<UUID> ids() {
    // A removed database leaves the map shortly after its observation is absent.
    return databases.entrySet().stream()
        .filter(entry -> !entry.getValue().observation().equals(DatabaseObservation.absent()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Stops all work; the databases keep running. */
  @Override
  public void close() {
    listener = id -> {};
    executor.close();
  }

  private void trimLogs() {
    databases.keySet().forEach(id -> LogTrimmer.trim(context.folder(id).log()));
  }

  /** Renews certificates that are no longer valid, in the background. */
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

  private LocalDatabase create(UUID id, DatabaseObservation seen, int verifiedGeneration) {
    DatabaseProvisioner provisioner =
        new DatabaseProvisioner(id, context, executor, snapshots, verifiedGeneration);
    return new LocalDatabase(
        "database " + id,
        provisioner,
        context,
        executor,
        seen,
        verifiedGeneration >= 0,
        endpoint -> holderOf(endpoint, id),
        database -> changed(id, database));
  }

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

  private void adopt(UUID id, ExistingDatabases.ExistingDatabase existing) {
    databases.put(id, create(id, existing.seen(), existing.verifiedGeneration()));
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
