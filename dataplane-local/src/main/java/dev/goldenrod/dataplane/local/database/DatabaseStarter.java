package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.RecordKeeper;
import dev.goldenrod.dataplane.local.record.VerifiedLogin;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerOnVolume;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a database's server and ensures that clients can log in. Not thread-safe. */
final class DatabaseStarter {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseStarter.class);

  private final UUID id;
  private final DatabaseContext context;
  private final DatabaseFolder folder;
  private final DatabaseExecutor executor;
  private final RecordKeeper records;
  private final DatabaseVolumes volumes;
  private volatile long oomKills;

  /**
   * A running server.
   *
   * @param limits limits that are not enforced, or only from the next start on; may be empty
   * @param loginProblem why clients cannot log in; empty if they can
   */
  record Started(ProcessHandle process, String limits, Optional<String> loginProblem) {}

  DatabaseStarter(
      UUID id,
      DatabaseContext context,
      DatabaseFolder folder,
      DatabaseExecutor executor,
      RecordKeeper records,
      DatabaseVolumes volumes) {
    this.id = id;
    this.context = context;
    this.folder = folder;
    this.executor = executor;
    this.records = records;
    this.volumes = volumes;
  }

  /**
   * Starts the database: its volume, its server and its login. Does not change the login of a
   * database that was in use and was not stopped.
   *
   * @param cancelled polled; if true, the method returns early
   * @throws WorkFailure if the start is impossible now
   */
  Started start(DatabaseRecord record, BooleanSupplier cancelled) {
    DatabaseSpec spec = record.spec();
    // The folder is flushed in parallel with the start, and must be durable only before READY.
    Future<?> folderKept = executor.submit(folder::sync);
    volumes.abortOthers(record);
    DataVolume volume = volumes.ensure(record);
    ServerOnVolume server = volumes.serverToStart(record, volume);
    boolean isNew = !volumes.hadClients(spec);
    DatabaseRecord started = started(record, server);
    Future<?> volumeKept = executor.submit(() -> volumes.force(spec));
    Runnable durable =
        () -> {
          awaitDisk(folderKept);
          awaitDisk(volumeKept);
        };
    try {
      return executor.starting(() -> ensureLogin(started, server, isNew, durable, cancelled));
    } catch (DataPlaneException e) {
      throw DatabaseErrors.isPortTaken(e)
          ? portTaken(record, e)
          : DatabaseErrors.ofStart(record, volume.root(), isNew, context.volumes(), e);
    } finally {
      awaitEnd(volumeKept);
    }
  }

  /** A later start must not find a flush of this one under way. */
  private void awaitEnd(Future<?> flush) {
    try {
      executor.await(flush);
    } catch (DataPlaneException e) {
      LOG.debug("The volume of database {} was not flushed", id, e);
    }
  }

  private void awaitDisk(Future<?> kept) {
    try {
      executor.await(kept);
    } catch (DataPlaneException e) {
      throw DatabaseErrors.ofForce(context.volumes(), e);
    }
  }

  /** Returns the record of the running server, which a start brings up to date with the spec. */
  private DatabaseRecord started(DatabaseRecord record, ServerOnVolume server) {
    return record.equals(record.starting()) || server.process().process().isPresent()
        ? record
        : records.store(record.starting());
  }

  private Started ensureLogin(
      DatabaseRecord record,
      ServerOnVolume server,
      boolean isNew,
      Runnable durable,
      BooleanSupplier cancelled) {
    if (server.process().process().isEmpty()
        && !Ports.isFree(context.servers().addresses(), record.port())) {
      throw portTaken(record, null);
    }
    CgroupAssignment assignment =
        new CgroupAssignment(
            id, record.startedWith(), volumes.name(record.spec()), context, executor);
    Optional<Runnable> written = isNew ? writeLogin(record, server) : Optional.empty();
    Future<?> prepared =
        isNew
            ? executor.submit(written.orElseGet(() -> precomputation(server)))
            : CompletableFuture.completedFuture(null);
    ProcessHandle process = startConfined(server, assignment, prepared, cancelled);
    Optional<String> problem = Optional.empty();
    if (!cancelled.getAsBoolean()) {
      boolean isDue = isNew || folder.isLoginDue() || server.engineServer().isLoginUnfinished();
      if (isDue && folder.lostPassword().isEmpty()) {
        Runnable keepLogin = makeLoginWork(record, server, isNew, written.isPresent());
        letClientsIn(record, server, isNew, durable, keepLogin);
      } else {
        problem = loginProblem(server.engineServer(), record.port());
        durable.run();
      }
    }
    String late = record.startedWith().untilRestart(record.spec().resources());
    String limits =
        Stream.of(assignment.await(), late)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    return new Started(process, limits, problem);
  }

  /**
   * Writes the login into new data, unless a server of it is running. Returns the work that makes
   * it durable; empty if the login is to be set when the server runs.
   */
  private Optional<Runnable> writeLogin(DatabaseRecord record, ServerOnVolume server) {
    replaceLostPassword();
    if (server.process().process().isPresent()) {
      return Optional.empty();
    }
    // What a former server left could redirect the write by a link.
    volumes.user(record).killAll();
    return server
        .engineServer()
        .writeLogin(folder.password(), file -> volumes.writable(record.spec(), file));
  }

  /** New data accepts any password. */
  private void replaceLostPassword() {
    folder
        .lostPassword()
        .ifPresent(
            lost -> {
              LOG.warn("Replaced the lost password of the new database {}: {}", id, lost);
              folder.inheritPassword(Passwords.random());
            });
  }

  private Runnable precomputation(ServerOnVolume server) {
    String password = folder.password();
    return () -> server.engineServer().precomputeLogin(password);
  }

  /** Returns slow work that makes the login survive a kill of the server. */
  private Runnable makeLoginWork(
      DatabaseRecord record, ServerOnVolume onVolume, boolean isNew, boolean isWritten) {
    EngineServer server = onVolume.engineServer();
    String password = folder.password();
    return isWritten && server.loginProblem(record.port(), password).isEmpty()
        ? () -> {}
        : server.ensureLogin(record.port(), password, isNew);
  }

  private void letClientsIn(
      DatabaseRecord record,
      ServerOnVolume server,
      boolean isNew,
      Runnable durable,
      Runnable keepLogin) {
    try {
      durable.run();
      if (isNew) {
        folder.save(new VerifiedLogin(record.spec().generation(), server.engineServer().login()));
        executor.submit(() -> context.volumes().recordFirstReady(volumes.name(record.spec())));
      }
      folder.unmarkLoginDue();
    } finally {
      // Also after a failure, because it closes the superuser's connection.
      executor.submit(keepLogin);
    }
  }

  /**
   * Returns why no client can log in to the running server; empty if clients can. Confirms the next
   * password if the server has it already.
   */
  Optional<String> loginProblem(EngineServer server, int port) {
    Optional<String> problem =
        folder.lostPassword().or(() -> server.loginProblem(port, folder.password()));
    if (problem.isPresent() && isNextKnown(server, port)) {
      folder.confirmNextPassword();
      return Optional.empty();
    }
    return problem.map(EngineServer::loginMessage);
  }

  private boolean isNextKnown(EngineServer server, int port) {
    return folder
        .nextPassword()
        .filter(next -> server.loginProblem(port, next).isEmpty())
        .isPresent();
  }

  /**
   * Changes the password of the running server and of future credentials. The next password is
   * saved before the engine gets it, and becomes the current one afterwards, so that the right one
   * can be found after a crash in between.
   */
  void resetLogin(EngineServer server, int port) {
    server.resetLogin(port, folder.createNextPassword());
    folder.confirmNextPassword();
  }

  /** Waits for background work even after a failure, so that none is left. */
  private ProcessHandle startConfined(
      ServerOnVolume server,
      CgroupAssignment assignment,
      Future<?> login,
      BooleanSupplier cancelled) {
    oomKills = context.cgroups().oomKills(id.toString());
    try {
      return server.process().start(assignment::begin, cancelled);
    } finally {
      assignment.await();
      awaitDisk(login);
    }
  }

  /** Returns what is known about an unexpected exit of the server; may be empty. */
  String whyEnded() {
    return context.cgroups().oomKills(id.toString()) > oomKills
        ? ": the system killed processes of the database because together they exceeded its memory"
        : "";
  }

  /** Switches to another port if no client knows this one yet. */
  private WorkFailure portTaken(DatabaseRecord record, @Nullable DataPlaneException cause) {
    WorkFailure trouble = DatabaseErrors.portTaken(record.port(), cause);
    if (folder.verifiedLogin().isPresent()) {
      return trouble;
    }
    records.replacePort(record);
    return WorkFailure.crashed(trouble.message(), cause);
  }
}
