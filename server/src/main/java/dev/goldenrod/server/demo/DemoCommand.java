package dev.goldenrod.server.demo;

import dev.goldenrod.client.ClientException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.ProgressPrinter;
import dev.goldenrod.server.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Demonstrates Goldenrod with real databases. */
@Command(
    name = "demo",
    description =
        "Shows imports, clones and branches on a sample database, then serves until Ctrl-C.",
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  private static final Duration STEP_PATIENCE = Duration.ofSeconds(20);

  @Option(
      names = "--once",
      description = "Exit after the last step; the exit status is 0 if all" + " steps succeeded.")
  private boolean once;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port the API listens on (any free one).")
  private int port;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "${env:HOME:-${sys:user.home}}/.goldenrod-demo",
      description = "Folder for the demo only, removed when the demo ends (~/.goldenrod-demo).")
  private Path dir = Path.of("");

  private final PrintStream out;

  public DemoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws InterruptedException {
    ProgressPrinter progress = new ProgressPrinter(out);
    ProgressPrinter.quietLogs();
    CountDownLatch over = new CountDownLatch(1);
    DemoEnvironment environment = DemoEnvironment.open(dir, progress);
    AtomicBoolean removed = new AtomicBoolean();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  breakOff(progress, over, environment);
                  if (!removed.get()) {
                    progress.announce("\nThe demo's databases and files were removed.");
                  }
                },
                "shutdown"));
    try {
      boolean held = play(environment, progress, over);
      if (held && !once) {
        environment.invite();
        new CountDownLatch(1).await();
      }
      progress.step("remove everything", environment::close);
      removed.set(true);
      return held ? 0 : 1;
    } catch (CancellationException brokenOff) {
      return 1;
    }
  }

  private boolean play(DemoEnvironment environment, ProgressPrinter progress, CountDownLatch over) {
    try {
      environment.build(port).run();
      progress.announce("All steps succeeded.");
      return true;
    } catch (DemoFailure | ClientException | DataPlaneException | UsageException e) {
      progress.announce("\nA step failed: " + e.getMessage());
      return false;
    } finally {
      over.countDown();
    }
  }

  /** Waits until the running step has ended before removing what it works on. */
  private static void breakOff(
      ProgressPrinter progress, CountDownLatch over, DemoEnvironment environment) {
    progress.stop();
    try {
      over.await(STEP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    environment.close();
  }
}
