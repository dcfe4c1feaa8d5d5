package dev.goldenrod.bench;

import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import dev.goldenrod.dataplane.local.engine.PostgresInstallations;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.server.DemoDirectory;
import dev.goldenrod.server.RunningServer;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.client.ApiClient;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A server for a benchmark alone, in a folder that goes when it closes. */
final class BenchEnvironment implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final RunAs runAs = RunAs.detect();
  private final DemoDirectory directory;

  private BenchEnvironment(DemoDirectory directory) {
    this.directory = directory;
  }

  /** Makes the folder. */
  static BenchEnvironment open(Path dir) {
    BenchEnvironment stage = new BenchEnvironment(DemoDirectory.create(dir, RunAs.detect()));
    stage.closers.push(() -> stage.directory.remove(stage.runAs));
    return stage;
  }

  /** Starts the server. */
  BenchContext build(String volumes) {
    RunningServer server =
        RunningServer.start(
            directory.dataDir(), volumes, List.of(directory.sourceRoot(runAs).path()));
    closers.push(server::close);
    return new BenchContext(
        new ApiClient(server.address(), server.newAdminToken().orElseThrow()),
        directory.dataDir(),
        directory.dataDir().getParent(),
        () -> directory.sourceRoot(runAs),
        home(),
        runAs);
  }

  private PostgresInstallation home() {
    LocalRoot root = directory.sourceRoot(runAs);
    return PostgresInstallations.find(root, runAs, List.of())
        .newest()
        .orElseThrow(
            () ->
                new UsageException(
                    "no PostgreSQL is here to run; install one (Debian, Ubuntu: apt-get install postgresql)"));
  }

  /** Ends everything and removes the folder. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
