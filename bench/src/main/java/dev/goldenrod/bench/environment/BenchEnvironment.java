package dev.goldenrod.bench.environment;

import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.cli.Main;
import dev.goldenrod.server.demo.DemoDirectory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A server for one benchmark, in a directory that is deleted on close. */
final class BenchEnvironment implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final RunAs runAs = RunAs.detect();
  private final DemoDirectory directory;

  private BenchEnvironment(DemoDirectory directory) {
    this.directory = directory;
  }

  static BenchEnvironment open(Path dir) {
    BenchEnvironment environment = new BenchEnvironment(DemoDirectory.create(dir, RunAs.detect()));
    environment.closers.push(() -> environment.directory.remove(environment.runAs));
    return environment;
  }

  Path dataDir() {
    return directory.dataDir();
  }

  /** Starts the server in a process of its own, as {@code ./goldenrod serve} does. */
  BenchContext build(String volumes) {
    String token = UUID.randomUUID().toString();
    List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
    arguments.addAll(List.of("--data-dir", directory.dataDir().toString()));
    arguments.addAll(List.of("--import-root", directory.sourceRoot(runAs).path().toString()));
    if (!volumes.isEmpty()) {
      arguments.addAll(List.of("--volumes", volumes));
    }
    ServerProcess server =
        ServerProcess.start(Main.class, arguments, Map.of("GOLDENROD_ADMIN_TOKEN", token));
    closers.push(server::terminate);
    return new BenchContext(
        ApiConnection.withoutRetries(server.address(), token),
        directory.dataDir(),
        directory.dataDir().getParent(),
        () -> directory.sourceRoot(runAs),
        home(),
        runAs);
  }

  private Installation home() {
    LocalRoot root = directory.sourceRoot(runAs);
    return Installations.find(root, runAs, List.of())
        .newestServer(PostgresEngine.TYPE)
        .orElseThrow(
            () ->
                new UsageException(
                    "this machine has no PostgreSQL; install it (Debian, Ubuntu: apt-get install"
                        + " postgresql)"));
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
