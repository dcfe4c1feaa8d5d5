package dev.goldenrod.server.cli;

import dev.goldenrod.server.Environment;
import dev.goldenrod.server.RunningServer;
import dev.goldenrod.server.ServeOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a server until the process is stopped. */
@Command(
    name = "serve",
    description = "Serves the API, and runs the databases.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Runnable, ConfiguredStart.Startable {
  /** Options that SIGHUP applies without a restart; TLS files are watched all the time. */
  private static final Set<String> RELOADABLE =
      Set.of(
          "log-level",
          "max-instances-per-user",
          "max-instances-per-org",
          "max-databases-per-user",
          "max-databases-per-org",
          "max-snapshots-per-user",
          "max-snapshots-per-org");

  @Mixin private ServeOptions options = new ServeOptions();

  @Spec private CommandSpec spec;

  private final PrintStream out;
  private final boolean isTerminal;
  private final Function<List<String>, ConfiguredStart> starts;

  /**
   * @param starts parses the command's words again on SIGHUP
   */
  ServeCommand(
      PrintStream out, boolean isTerminal, Function<List<String>, ConfiguredStart> starts) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.starts = starts;
  }

  @Override
  public void run() {
    Environment environment = ConfiguredCommandLine.environment(spec);
    options.startLog(environment);
    RunningServer server = RunningServer.start(options, environment);
    ClassArchiver archiver = ClassArchiver.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, archiver), "shutdown"));
    server.newAdminToken().ifPresent(token -> printAdminToken(server.adminTokenFile(), token));
    server
        .managementAddress()
        .ifPresent(where -> out.printf("goldenrod management on %s%n", where));
    server
        .fingerprint()
        .ifPresent(
            pinned ->
                out.printf(
                    "fingerprint of the API's authority, for goldenrod login --fingerprint: %s%n",
                    pinned));
    ConfigReloader.onSignal(spec, starts, RELOADABLE, now -> applyReload(server, now));
    out.printf("goldenrod listening on %s%n", server.address());
    out.flush();
    untilKilled();
  }

  /** On a terminal only, because a file or the journal would keep the token readable for others. */
  private void printAdminToken(Path file, String token) {
    if (isTerminal) {
      out.printf("admin token, shown once and kept in %s: %s%n", file, token);
    } else {
      out.printf("the admin token is in %s%n", file);
    }
  }

  @Override
  public void check(Environment environment) {
    RunningServer.check(options, environment);
  }

  private static void applyReload(RunningServer server, ConfiguredStart now) {
    server.applyReload(((ServeCommand) now.command()).options, now.environment());
  }

  private void stop(RunningServer server, ClassArchiver archiver) {
    archiver.close();
    server.close();
    out.println(
        "goldenrod has stopped; databases keep running, and the next start finds them again");
    out.flush();
  }

  private static void untilKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
