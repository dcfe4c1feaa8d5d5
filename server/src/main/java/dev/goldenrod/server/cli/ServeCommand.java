package dev.goldenrod.server.cli;

import dev.goldenrod.server.RunningServer;
import dev.goldenrod.server.ServeOptions;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves until the process is told to end. */
@Command(
    name = "serve",
    description = "Serves the API, and runs the databases.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Runnable {
  @Mixin private ServeOptions options = new ServeOptions();

  private final Map<String, String> environment;
  private final PrintStream out;

  ServeCommand(Map<String, String> environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  @Override
  public void run() {
    RunningServer server = RunningServer.start(options, environment);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "shutdown"));
    server
        .newAdminToken()
        .ifPresent(
            token ->
                out.printf(
                    "admin token, shown once and kept in %s: %s%n",
                    server.adminTokenFile(), token));
    out.printf("goldenrod listening on %s%n", server.address());
    out.flush();
    untilKilled();
  }

  private void stop(RunningServer server) {
    server.close();
    out.println("goldenrod has stopped; databases run on, and the next start finds them again");
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
