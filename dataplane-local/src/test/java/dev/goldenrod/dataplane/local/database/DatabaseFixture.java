package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.StandstillTimes;
import dev.goldenrod.dataplane.local.EngineFixture;
import dev.goldenrod.dataplane.local.cgroup.Cgroups;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.port.ReservedPorts;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseContext.OriginVolumes;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.server.TestPostgresCluster;
import dev.goldenrod.dataplane.local.volume.TestStores;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.dataplane.local.volume.VolumeStores;
import dev.goldenrod.dataplane.tls.DatabaseTls;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** Databases of one golden on real PostgreSQL servers. {@link #close} removes everything. */
final class DatabaseFixture implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(8);
  static final VersionRef GOLDEN = new VersionRef(new UUID(0, 1), "shop", 1, "golden-shop-1");

  private final String owner = UUID.randomUUID().toString();
  private final LocalRoot root;
  private final VolumeStore volumes;
  private final Installation home;
  private final RunAs runAs = RunAs.detect();
  private final EngineUsers users;
  private final EngineServerFactory servers;
  private final Cgroups cgroups = Cgroups.open(owner);
  private boolean volatileClones;
  private @Nullable DatabaseTls tls;
  private LocalDatabases databases;

  /** Fills the golden's volume. */
  interface GoldenMaker {
    void make(Installation home, DataVolume golden, RunAs runAs);
  }

  DatabaseFixture(Path dataDir) throws IOException {
    this(dataDir, null, TestPostgres::servers, TestPostgresCluster::make);
  }

  /**
   * @param kind the kind of volumes; null for the best that works
   */
  DatabaseFixture(
      Path dataDir,
      @Nullable String kind,
      BiFunction<Installations, EngineUsers, EngineServerFactory> engines,
      GoldenMaker maker)
      throws IOException {
    root = LocalRoot.open(dataDir, owner, runAs);
    volumes =
        kind == null ? TestStores.openBest(root, runAs) : VolumeStores.open(root, runAs, kind);
    Installations installations = Installations.find(root, runAs, List.of());
    home = installations.newestServer(PostgresEngine.TYPE).orElseThrow();
    DataVolume golden = new DataVolume(volumes.create(GOLDEN.handle()));
    maker.make(home, golden, runAs);
    volumes.freeze(GOLDEN.handle());
    users = EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), root.path(), owner);
    servers = engines.apply(installations, users);
    databases = openClones(volumes, PortRange.usual());
  }

  LocalDatabases databases() {
    return databases;
  }

  VolumeStore volumes() {
    return volumes;
  }

  LocalRoot root() {
    return root;
  }

  Installation home() {
    return home;
  }

  DataVolume volume(DatabaseSpec spec) {
    return DataVolume.of(volumes, new DatabaseVolume(spec.id(), spec.generation()).name());
  }

  RunAs userOf(DatabaseSpec spec) {
    return users.ownerOf(volume(spec).data());
  }

  /** Returns the ports that are reserved for the databases on this machine. */
  Set<Integer> claimedPorts() {
    return ReservedPorts.of(owner);
  }

  Path copy(String name) {
    return volumes.clone(GOLDEN.handle(), name, runAs);
  }

  /** Opens the databases again without stopping them, as after a kill of the server. */
  LocalDatabases restart() {
    return restart(volumes);
  }

  /** Restarts with other volumes. */
  LocalDatabases restart(VolumeStore odd) {
    databases.close();
    databases = openClones(odd, PortRange.usual());
    return databases;
  }

  /** Restarts with clones that skip waiting for the disk. */
  void restartVolatile() {
    volatileClones = true;
    restart();
  }

  /** Restarts with other certificates, or with none. */
  LocalDatabases restart(@Nullable DatabaseTls other) {
    tls = other;
    return restart();
  }

  /** Restarts with ports of the range. */
  void restart(PortRange ports) {
    databases.close();
    databases = openClones(volumes, ports);
  }

  static DatabaseSpec spec() {
    return of(GOLDEN);
  }

  static DatabaseSpec next(DatabaseSpec spec) {
    return spec.atGeneration(spec.generation() + 1);
  }

  static DatabaseSpec of(VersionRef version) {
    return DatabaseSpec.of(
        UUID.randomUUID(), new Origin.Version(version), InstanceSize.SMALL.resources());
  }

  static DatabaseSpec branchOf(DatabaseSpec parent) {
    return DatabaseSpec.of(UUID.randomUUID(), new Origin.Database(parent.id()), parent.resources());
  }

  DatabaseObservation ready(DatabaseSpec spec) {
    databases.ensure(spec);
    return await(spec, DatabaseState.READY);
  }

  DatabaseObservation await(DatabaseSpec spec, DatabaseState state) {
    return await("clone is " + state + " at generation " + spec.generation())
        .until(
            () -> databases.observe(spec.id()),
            seen -> seen.state() == state && seen.generation() == spec.generation());
  }

  void removed(DatabaseSpec spec) {
    databases.remove(spec.id());
    await("clone is ABSENT")
        .until(() -> databases.observe(spec.id()), seen -> seen.state() == DatabaseState.ABSENT);
  }

  Credentials login(DatabaseSpec spec) {
    return databases.credentials(spec.id()).orElseThrow();
  }

  ProcessHandle postmaster(DatabaseSpec spec) {
    return findPostmaster(spec).orElseThrow();
  }

  /**
   * Returns the running process named by the pid file. Workers of a killed server, which live on
   * for a moment, do not count.
   */
  Optional<ProcessHandle> findPostmaster(DatabaseSpec spec) {
    Path volume = volumes.path(new DatabaseVolume(spec.id(), spec.generation()).name());
    Path pidFile = new DataVolume(volume).data().resolve("postmaster.pid");
    try (Stream<String> lines = Files.lines(pidFile)) {
      return lines.findFirst().map(String::strip).map(Long::valueOf).flatMap(ProcessHandle::of);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String query(DatabaseSpec spec, String sql) throws SQLException {
    try (Connection connection = connect(login(spec));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  void execute(DatabaseSpec spec, String sql) throws SQLException {
    try (Connection connection = connect(login(spec));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      databases.ids().forEach(databases::remove);
      await("no clone is left").until(databases::ids, ids -> ids.isEmpty());
    } finally {
      databases.close();
      Processes.killAll(root.path(), PATIENCE);
      volumes.purge();
      volumes.close();
      cgroups.retain(Set.of());
      cgroups.close();
      Ports.releaseAll(owner);
      root.purge();
    }
  }

  static Connection connect(Credentials login) throws SQLException {
    String url = "jdbc:postgresql://%s:%d/%s".formatted(login.host(), login.port(), login.dbname());
    return DriverManager.getConnection(url, login.username(), login.password());
  }

  private LocalDatabases openClones(VolumeStore on, PortRange range) {
    Ports ports = new Ports(range, owner);
    return LocalDatabases.open(
        new DatabaseContext(
            root.databases(),
            on,
            origins(),
            servers,
            ports,
            users,
            cgroups,
            "127.0.0.1",
            volatileClones,
            new StandstillTimes(),
            Optional.ofNullable(tls)));
  }

  private static OriginVolumes origins() {
    return new OriginVolumes() {
      @Override
      public String ofVersion(VersionRef version) {
        return version.handle();
      }

      @Override
      public String ofBlank(String type, String release) {
        return GOLDEN.handle();
      }
    };
  }

  static ConditionFactory await(String what) {
    return EngineFixture.await(what);
  }
}
