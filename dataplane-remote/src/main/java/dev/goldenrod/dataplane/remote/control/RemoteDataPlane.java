package dev.goldenrod.dataplane.remote.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.remote.message.Hello;
import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters;
import dev.goldenrod.dataplane.remote.message.Parameters.Changes;
import dev.goldenrod.dataplane.remote.message.Parameters.Claim;
import dev.goldenrod.dataplane.remote.message.Parameters.Ddl;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Parameters.TakeSnapshot;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.dataplane.remote.message.Status;
import dev.goldenrod.dataplane.remote.stream.DatabaseConnections;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.SourceTools;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.VersionVolumes;
import dev.goldenrod.source.SecretCommands;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A data plane on another machine, for the duration of one connection of its agent. Only the
 * agent's introduction and its latest status are cached.
 */
public final class RemoteDataPlane implements DataPlane {
  /** The timeout of calls that a client's request waits for. */
  private static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(5);

  private static final int MOST_CHANGES = 5_000;
  private static final int CHANGES_PER_SECOND = 500;
  private static final Duration LIVENESS_TIMEOUT = Duration.ofSeconds(3);
  private static final String NAMESPACE = "namespace ";
  private static final Status NO_STATUS = new Status("", null, null);

  private final Hello hello;
  private final AgentCalls calls;
  private final DatabaseConnections connections;
  private final RunningDatabases databases;
  private final DatabaseSnapshots snapshots;
  private final SnapshotArchives archives;
  private final DatabaseSchemas schemas;
  private final ImportSteps imports;
  private final VersionVolumes versions;
  private final CallerLimit callerLimit = new CallerLimit();
  private final RateLimiter changeLimiter =
      new RateLimiter(MOST_CHANGES, CHANGES_PER_SECOND, System::nanoTime);
  private volatile Status status = NO_STATUS;
  private volatile Consumer<UUID> listener = changed -> {};

  RemoteDataPlane(Hello hello, AgentCalls calls) {
    this.hello = hello;
    this.calls = calls;
    this.connections = calls.connections();
    this.databases = new RemoteDatabases(calls, connections);
    this.snapshots = new RemoteSnapshots(calls);
    this.archives = new RemoteArchives(calls, connections);
    this.schemas = new RemoteSchemas(calls);
    this.imports = new RemoteImports(calls, masks(hello));
    this.versions = version -> calls.callForResult(Methods.REMOVE_VERSION, version);
  }

  private static boolean masks(Hello hello) {
    return Boolean.TRUE.equals(hello.masking());
  }

  void update(Status next) {
    status = next;
  }

  /** Returns whether the agent responds within moments, be it with {@code BUSY}. */
  boolean isResponsive() {
    long asked = System.nanoTime();
    try {
      calls.call(Methods.CLAIMED_BY, Parameters.NONE, LIVENESS_TIMEOUT);
      return true;
    } catch (DataPlaneUnreachableException late) {
      return calls.hasHeardSince(asked);
    } catch (DataPlaneOfflineException gone) {
      return false;
    } catch (DataPlaneException refusal) {
      return true;
    }
  }

  /**
   * Forwards a change notification. Beyond the rate limit it is dropped; the periodic
   * reconciliation then notices the change.
   */
  void changed(UUID id) {
    if (changeLimiter.tryAcquire()) {
      listener.accept(id);
    }
  }

  /** Handles a notification about a database connection, and ignores others. */
  void notified(String method, JsonNode params) {
    connections.notified(method, params);
  }

  /** Closes all connections to databases, since the agent has disconnected. */
  void ended() {
    connections.close("the connection to the agent has ended");
  }

  @Override
  public String identity() {
    return hello.identity();
  }

  @Override
  public String location() {
    return PeerText.sanitize(hello.location());
  }

  @Override
  public Optional<StoreMark> claimedBy() {
    return calls.call(Methods.CLAIMED_BY, Parameters.NONE);
  }

  @Override
  public boolean claim(Optional<StoreMark> expected, StoreMark next) {
    return calls.callForResult(Methods.CLAIM, new Claim(expected.orElse(null), next));
  }

  @Override
  public Optional<String> unreachable() {
    return calls.end().or(() -> Optional.ofNullable(status.unreachable()).map(PeerText::sanitize));
  }

  @Override
  public String message() {
    return PeerText.sanitize(status.message());
  }

  @Override
  public String displayName() {
    return PeerText.sanitize(hello.displayName());
  }

  @Override
  public DataPlaneRelease release() {
    return new DataPlaneRelease(
        DataPlaneKind.parse(hello.kind()).orElse(null), PeerText.sanitize(hello.release()));
  }

  @Override
  public void onChange(Consumer<UUID> changes) {
    listener = changes;
  }

  @Override
  public List<EngineVersion> engines() {
    return AgentMessageValidator.engines(
        callerLimit.run(
            () -> calls.callForResult(Methods.ENGINES, Parameters.NONE, CLIENT_TIMEOUT)));
  }

  @Override
  public boolean isStorageExhausted() {
    return callerLimit.run(
        () -> calls.callForResult(Methods.STORAGE_EXHAUSTED, Parameters.NONE, CLIENT_TIMEOUT));
  }

  @Override
  public Optional<StorageUse> storage() {
    return Optional.ofNullable(status.storage());
  }

  @Override
  public RunningDatabases databases() {
    return databases;
  }

  @Override
  public DatabaseSnapshots snapshots() {
    return snapshots;
  }

  @Override
  public SnapshotArchives archives() {
    return archives;
  }

  @Override
  public DatabaseSchemas schemas() {
    return schemas;
  }

  @Override
  public ImportSteps imports() {
    return imports;
  }

  @Override
  public Optional<MaskingTools> masking() {
    return masks(hello) ? Optional.of(new RemoteMasking(calls)) : Optional.empty();
  }

  @Override
  public Optional<SourceTools> sources() {
    return Optional.of(new RemoteSources(calls));
  }

  /** By the location, which ends with the name of a data directory or a namespace. */
  @Override
  public String secretCommand(String secret) {
    String location = location();
    return location.startsWith(NAMESPACE)
        ? SecretCommands.inNamespace(secret, location.substring(NAMESPACE.length()))
        : SecretCommands.inDirectory(secret, location.replaceFirst("^data directory ", ""));
  }

  @Override
  public VersionVolumes versions() {
    return versions;
  }

  /** The agent may have dialed in to other servers with the same store, too. */
  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public Optional<Orphan.Facts> factsOf(UUID id) {
    return calls.call(Methods.FACTS, new Id(id)).map(AgentMessageValidator::facts);
  }

  @Override
  public Inventory inventory() {
    return AgentMessageValidator.inventory(calls.callForResult(Methods.INVENTORY, Parameters.NONE));
  }

  /** Disconnects the agent, which then dials in again. */
  @Override
  public void close() {
    close("the control plane closed the connection");
  }

  void close(String reason) {
    calls.close(reason);
    ended();
  }

  private record RemoteSnapshots(AgentCalls calls) implements DatabaseSnapshots {
    @Override
    public SnapshotObservation observe(UUID id) {
      SnapshotObservation reported = calls.callForResult(Methods.OBSERVE_SNAPSHOT, new Id(id));
      return new SnapshotObservation(
          reported.state(),
          Math.max(0, reported.sizeBytes()),
          PeerText.sanitize(reported.message()));
    }

    @Override
    public void ensure(UUID id, UUID databaseId) {
      calls.call(Methods.ENSURE_SNAPSHOT, new TakeSnapshot(id, databaseId));
    }

    @Override
    public void remove(UUID id) {
      calls.call(Methods.REMOVE_SNAPSHOT, new Id(id));
    }
  }

  private record RemoteSchemas(AgentCalls calls) implements DatabaseSchemas {
    /** The time for the network, in addition to the time limit of the work itself. */
    private static final Duration ON_THE_WAY = Duration.ofSeconds(10);

    @Override
    public String ddl(UUID id, Duration atMost) {
      return calls.callForResult(
          Methods.DDL, new Ddl(id, atMost.toMillis()), atMost.plus(ON_THE_WAY));
    }

    @Override
    public SchemaChanges changes(UUID trial, UUID target, Duration atMost) {
      return calls.callForResult(
          Methods.CHANGES, new Changes(trial, target, atMost.toMillis()), atMost.plus(ON_THE_WAY));
    }
  }
}
