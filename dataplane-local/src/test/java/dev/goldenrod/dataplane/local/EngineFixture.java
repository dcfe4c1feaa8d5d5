package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;

/** A data plane with databases of one engine. {@link #close} removes everything. */
public abstract class EngineFixture implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  private final Path dataDir;
  private final Installation installed;
  private LocalDataPlane plane;

  protected interface Installer {
    Installation installInto(Path dataDir) throws IOException;
  }

  /**
   * @param folder an empty folder, deleted after the test
   */
  protected EngineFixture(Path folder, Installer engine) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    dataDir = folder.resolve("data");
    installed = engine.installInto(dataDir);
    plane = LocalDataPlane.open(TestOptions.of(dataDir));
  }

  /** Returns the data plane, which the next {@link #restart} replaces. */
  public LocalDataPlane plane() {
    return plane;
  }

  public Path root() {
    return dataDir.resolve("local");
  }

  /** Opens the data plane again without stopping the databases, as after a kill of the server. */
  public void restart() {
    plane.close();
    plane = LocalDataPlane.open(TestOptions.of(dataDir));
  }

  /** Opens the data plane again with an operator's certificate for databases. */
  public void restart(Path certificate, Path key, Path authorities) {
    plane.close();
    plane =
        LocalDataPlane.open(
            TestOptions.builder(dataDir).certificate(certificate, key, authorities).build());
  }

  public DatabaseSpec blank() {
    return from(new Origin.Blank(installed.type(), installed.release()));
  }

  public static DatabaseSpec branchOf(DatabaseSpec parent) {
    return from(new Origin.Database(parent.id()));
  }

  /** Takes a snapshot and returns a database with it as its origin. */
  public DatabaseSpec ofSnapshot(DatabaseSpec parent) {
    UUID snapshot = UUID.randomUUID();
    plane.snapshots().ensure(snapshot, parent.id());
    await("snapshot is READY")
        .until(
            () -> plane.snapshots().observe(snapshot).state(),
            state -> state == SnapshotObservation.State.READY);
    return from(new Origin.Snapshot(snapshot));
  }

  private static DatabaseSpec from(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), origin, InstanceSize.SMALL.resources());
  }

  public DatabaseSpec ready() {
    DatabaseSpec spec = blank();
    ready(spec);
    return spec;
  }

  public DatabaseObservation ready(DatabaseSpec spec) {
    plane.databases().ensure(spec);
    return await(spec, DatabaseState.READY);
  }

  public void stopped(DatabaseSpec spec) {
    plane.databases().ensure(spec.stopped());
    await(spec, DatabaseState.STOPPED);
  }

  public void removed(DatabaseSpec spec) {
    plane.databases().remove(spec.id());
    await(spec, DatabaseState.ABSENT);
  }

  public DatabaseObservation await(DatabaseSpec spec, DatabaseState state) {
    return await("database is " + state)
        .until(() -> plane.databases().observe(spec.id()), seen -> seen.state() == state);
  }

  public static ConditionFactory await(String what) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollInterval(IterativePollInterval.iterative(EngineFixture::longer, FIRST_PAUSE))
        .atMost(PATIENCE);
  }

  /** Polls less often during long waits. */
  private static Duration longer(Duration pause) {
    Duration next = pause.multipliedBy(11).dividedBy(10);
    return next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
  }

  public Credentials login(DatabaseSpec spec) {
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  public Optional<ProcessHandle> server(DatabaseSpec spec) {
    return ProcessHandle.allProcesses()
        .filter(process -> configuration(process).filter(conf -> isOf(spec, conf)).isPresent())
        .findFirst();
  }

  /** Returns whether a server runs whose process is not the former one. */
  public boolean isAnother(DatabaseSpec spec, ProcessHandle former) {
    return server(spec).filter(found -> !found.equals(former)).isPresent();
  }

  /** Returns the folder of the configuration with which the database's server was started. */
  public Path configuration(DatabaseSpec spec) {
    return server(spec).flatMap(this::configuration).orElseThrow();
  }

  public Path log(DatabaseSpec spec) {
    return root().resolve("clones/" + spec.id() + "/log");
  }

  /** Finds the configuration among the arguments, with option and value in one argument or two. */
  private Optional<Path> configuration(ProcessHandle process) {
    return Stream.of(process.info().arguments().orElse(new String[0]))
        .map(argument -> argument.substring(argument.indexOf('=') + 1))
        .filter(value -> value.startsWith(root().toString()) && value.contains("/conf/"))
        .map(file -> Path.of(file).getParent())
        .findFirst();
  }

  /** Identifies the database by its port, which no other database of the machine has. */
  private boolean isOf(DatabaseSpec spec, Path configuration) {
    try {
      String port = Files.readString(configuration.resolve("port")).strip();
      return port.equals(Integer.toString(login(spec).port()));
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      Set<UUID> left = plane.inventory().databases();
      left.forEach(plane.databases()::remove);
      await("no database is left").until(() -> plane.inventory().databases(), Set::isEmpty);
    } finally {
      plane.close();
      LocalDataPlane.purge(dataDir);
    }
  }
}
