package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A part of {@link DataPlaneContract}; each test has its own, empty data plane. */
public abstract class DataPlaneContractPart {
  static final List<ImportPhase> STEPS =
      List.of(
          ImportPhase.PROBING,
          ImportPhase.PROVISIONING,
          ImportPhase.IMPORTING,
          ImportPhase.SNAPSHOTTING,
          ImportPhase.CLEANING);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

  DataPlane plane;
  private Set<String> handlesBefore = Set.of();

  /** Finds the adapter, which is the enclosing test instance. */
  @RegisterExtension
  final BeforeEachCallback adapterLifecycle =
      context ->
          adapter =
              context.getRequiredTestInstances().findInstance(DataPlaneFixture.class).orElseThrow();

  private DataPlaneFixture adapter;

  @BeforeEach
  void openDataPlane() {
    plane = adapter.open();
    handlesBefore = plane.inventory().handles();
  }

  @AfterEach
  void removeEverythingAndClose() throws Exception {
    try {
      Inventory left = plane.inventory();
      left.imports().forEach(this::removeImport);
      left.snapshots().forEach(this::removeSnapshot);
      left.databases().forEach(plane.databases()::remove);
      left.databases().forEach(this::awaitAbsent);
      removeVersions(left.handles());
      plane.close();
    } finally {
      adapter.cleanUp();
    }
  }

  /** Removes this test's versions, which would accumulate in a persistent data plane. */
  private void removeVersions(Set<String> handles) {
    handles.stream()
        .filter(
            handle -> !handlesBefore.contains(handle) && !adapter.keptHandles().contains(handle))
        .map(handle -> new VersionRef(UUID.randomUUID(), "left", 1, handle))
        .forEach(this::removeVersion);
  }

  final void restart() {
    plane = adapter.reopen();
  }

  final void write(Credentials login, String value) throws Exception {
    adapter.client().write(login, value);
  }

  final void writeUnflushed(Credentials login, String value) throws Exception {
    adapter.client().writeUnflushed(login, value);
  }

  final String read(Credentials login) throws Exception {
    return adapter.client().read(login);
  }

  final void changePassword(Credentials login, String password) throws Exception {
    adapter.client().changePassword(login, password);
  }

  final Origin.Blank blank() {
    return adapter.blank(plane.engines());
  }

  final String messageWhenReady() {
    return adapter.messageWhenReady();
  }

  final DataPlaneFixture adapter() {
    return adapter;
  }

  final Origin origin() {
    return adapter.origin(this);
  }

  final DatabaseSpec cloneOf(VersionRef version) {
    return from(new Origin.Version(version));
  }

  static DatabaseSpec from(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), origin, InstanceSize.SMALL.resources());
  }

  final DatabaseSpec readyClone() {
    DatabaseSpec spec = from(origin());
    ensureReady(spec);
    return spec;
  }

  final DatabaseObservation ensureReady(DatabaseSpec spec) {
    plane.databases().ensure(spec);
    return awaitReady(spec);
  }

  final DatabaseObservation awaitReady(DatabaseSpec spec) {
    return await("clone is READY at generation " + spec.generation())
        .until(
            () -> notFailed(plane.databases().observe(spec.id()), spec.generation()),
            seen -> seen.state() == DatabaseState.READY && seen.generation() == spec.generation());
  }

  private static DatabaseObservation notFailed(DatabaseObservation seen, int generation) {
    if (seen.state() == DatabaseState.FAILED && seen.generation() == generation) {
      throw new AssertionError("clone failed: " + seen);
    }
    return seen;
  }

  final DatabaseSpec branchOf(DatabaseSpec parent) {
    return from(new Origin.Database(parent.id()));
  }

  final DatabaseObservation ensureStopped(DatabaseSpec spec) {
    plane.databases().ensure(spec.stopped());
    return awaitState(spec, DatabaseState.STOPPED);
  }

  final DatabaseObservation awaitState(DatabaseSpec spec, DatabaseState state) {
    return await("database is " + state)
        .until(() -> plane.databases().observe(spec.id()), seen -> seen.state() == state);
  }

  final void awaitAbsent(UUID cloneId) {
    await("clone is ABSENT")
        .until(
            () -> plane.databases().observe(cloneId), seen -> seen.state() == DatabaseState.ABSENT);
  }

  final void removeSnapshot(UUID id) {
    plane.snapshots().remove(id);
    await("snapshot is ABSENT")
        .until(
            () -> plane.snapshots().observe(id),
            seen -> seen.state() == SnapshotObservation.State.ABSENT);
  }

  final void removeImport(UUID id) {
    await("the import is gone").until(() -> plane.imports().remove(id));
  }

  final void removeVersion(VersionRef version) {
    await("the version is gone").until(() -> plane.versions().remove(version));
  }

  final Credentials login(DatabaseSpec spec) {
    Optional<Credentials> credentials = plane.databases().credentials(spec.id());
    return credentials.orElseThrow(() -> new AssertionError("no credentials of " + spec));
  }

  final ImportObservation runStep(ImportSpec spec, ImportPhase step) {
    plane.imports().ensure(spec, step);
    ImportObservation seen = awaitEnd(spec, step);
    if (seen.state() == StepState.FAILED) {
      throw new AssertionError(step + " failed: " + seen);
    }
    return seen;
  }

  final ImportObservation awaitEnd(ImportSpec spec, ImportPhase step) {
    return await(step + " is DONE or FAILED")
        .until(
            () -> plane.imports().observe(spec.id(), step),
            seen -> seen.state() == StepState.DONE || seen.state() == StepState.FAILED);
  }

  /** Runs the steps up to the last one, and returns its observation. */
  final ImportObservation runStepsThrough(ImportPhase last, ImportSpec spec) {
    STEPS.subList(0, STEPS.indexOf(last)).forEach(step -> runStep(spec, step));
    return runStep(spec, last);
  }

  /** Runs a whole import and returns its version. */
  final VersionRef imported(ImportSpec spec) {
    ImportResult result = runStepsThrough(ImportPhase.SNAPSHOTTING, spec).result();
    runStep(spec, ImportPhase.CLEANING);
    return versionOf(spec, result.handle());
  }

  static VersionRef versionOf(ImportSpec spec, String handle) {
    return new VersionRef(UUID.randomUUID(), spec.golden(), spec.version(), handle);
  }

  /** Runs the work concurrently on several threads, and throws the first failure. */
  static void atOnce(int threads, Runnable work) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        runs.add(
            pool.submit(
                () -> {
                  start.await();
                  work.run();
                  return null;
                }));
      }
      for (Future<?> run : runs) {
        run.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** Waits for a condition within the patience of the adapter. */
  final ConditionFactory await(String what) {
    return Awaitility.await(what)
        .pollInSameThread()
        .pollInterval(IterativePollInterval.iterative(DataPlaneContractPart::longer, FIRST_PAUSE))
        .atMost(adapter.patience());
  }

  /** Polls less often the longer the wait takes. */
  private static Duration longer(Duration pause) {
    Duration next = pause.multipliedBy(11).dividedBy(10);
    return next.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : next;
  }
}
