package dev.goldenrod.server;

import java.io.PrintStream;
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

  private final Environment environment;
  private final PrintStream out;

  ServeCommand(Environment environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  @Override
  public void run() {
    ServeSettings settings = ServeSettings.of(options, environment);
    RunningServer server = RunningServer.start(settings);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
    server
        .newAdminToken()
        .ifPresent(
            token ->
                out.printf(
                    "admin token, shown once and kept in %s: %s%n",
                    settings.dataDir().resolve(AdminToken.FILE), token));
    out.printf("goldenrod listening on %s%n", server.address());
    out.flush();
    untilKilled();
  }

  private static void untilKilled() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
