package dev.goldenrod.server.demo;

import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalEngines;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.RunningServer;
import dev.goldenrod.server.UsageException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The server and the source of a demo, in a folder that is removed on close. */
final class DemoEnvironment implements AutoCloseable {
  private static final String NAME = "shop";
  private static final String DUMP_TOOL = "pg_dump";

  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final RunAs runAs = RunAs.detect();
  private final ProgressPrinter progress;
  private final DemoDirectory directory;
  private String request = "";
  private Supplier<String> signInLink = () -> "";

  private DemoEnvironment(DemoDirectory directory, ProgressPrinter progress) {
    this.directory = directory;
    this.progress = progress;
  }

  static DemoEnvironment open(Path dir, ProgressPrinter progress) {
    DemoEnvironment environment =
        new DemoEnvironment(DemoDirectory.create(dir, RunAs.detect()), progress);
    environment.closers.push(() -> environment.directory.remove(environment.runAs));
    return environment;
  }

  Demo build(int port) {
    RunningServer server = progress.step("start the server", () -> startServer(port));
    request =
        "curl -H \"Authorization: Bearer $(cat %s)\" %s/v1/instances"
            .formatted(server.adminTokenFile(), server.address());
    signInLink = server::signInLink;
    progress.say("API: " + server.address());
    ApiConnection api = ApiConnection.of(server.address(), server.newAdminToken().orElseThrow());
    LocalRoot root = directory.sourceRoot(runAs);
    Installation home = home(root);
    ScratchPostgres source =
        progress.step(
            "start a source database, PostgreSQL " + home.version(), () -> startSource(home, root));
    VersionMaker versions =
        home.program(DUMP_TOOL).isPresent() ? imported(source, api) : copied(source, api);
    return new Demo(api, source, versions, progress);
  }

  void invite() {
    progress.announce("");
    progress.announce("Continue yourself, with psql as above, in a browser, or with the API:");
    progress.say(signInLink.get() + " (signs you in once, within 10 minutes)");
    progress.say(request);
    progress.announce(
        "The server and the clones keep running until Ctrl-C, which removes" + " everything.");
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }

  /** Prefers an installation with the tools that imports need. */
  private Installation home(LocalRoot root) {
    Installation present =
        Installations.find(root, runAs, List.of())
            .newestServer(PostgresEngine.TYPE)
            .orElseThrow(DemoEnvironment::noPostgres);
    return present.program(DUMP_TOOL).isPresent()
        ? present
        : progress
            .step("install a PostgreSQL with " + DUMP_TOOL, this::installed)
            .map(one -> Installations.find(root, runAs, one.folders()))
            .flatMap(installations -> installations.newestServer(PostgresEngine.TYPE))
            .orElse(present);
  }

  private Optional<Installation> installed() {
    try {
      return LocalEngines.open(directory.dataDir(), null).installForImports(progress::progress);
    } catch (DataPlaneException notReachable) {
      progress.say(String.valueOf(notReachable.getMessage()));
      return Optional.empty();
    }
  }

  private RunningServer startServer(int port) {
    RunningServer server =
        RunningServer.start(
            directory.dataDir(), port, List.of(directory.sourceRoot(runAs).path()), Map.of());
    closers.push(server::close);
    return server;
  }

  private ScratchPostgres startSource(Installation home, LocalRoot root) {
    // The sample data need not survive a power failure.
    ScratchPostgres source = ScratchPostgres.start(home, runAs, root, NAME, Map.of("fsync", "off"));
    closers.push(source::close);
    return source;
  }

  private VersionMaker imported(ScratchPostgres source, ApiConnection api) {
    DataDirectory.secretsIn(directory.dataDir()).put(NAME, null, source.password());
    return VersionMaker.Importing.of(source, NAME, api, progress);
  }

  private VersionMaker copied(ScratchPostgres source, ApiConnection api) {
    progress.say("This machine has no pg_dump, which imports need. Install PostgreSQL's packages");
    progress.say("(Debian, Ubuntu: apt-get install postgresql). The demo copies files instead.");
    return new VersionMaker.Copying(source, api, progress);
  }

  private static UsageException noPostgres() {
    return new UsageException(
        "this machine has no PostgreSQL; install it (Debian, Ubuntu: apt-get install postgresql)");
  }
}
