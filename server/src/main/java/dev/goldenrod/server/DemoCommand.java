package dev.goldenrod.server;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.client.ApiException;
import dev.goldenrod.server.demo.DemoFailure;
import dev.goldenrod.server.demo.Narrator;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what Goldenrod does, with real databases. */
@Command(
    name = "demo",
    description = "Shows imports and clones on a sample database, then serves until Ctrl-C.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  @Option(names = "--once", description = "Ends after the last step; 0 when every step held.")
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
      defaultValue = "${sys:user.home}/.goldenrod-demo",
      description = "Folder for the demo alone, removed when it ends (~/.goldenrod-demo).")
  private Path dir = Path.of("");

  private final PrintStream out;

  DemoCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws InterruptedException {
    Narrator narrator = new Narrator(out, Terminal.isOutput());
    Terminal.quietLogs();
    DemoStage stage = DemoStage.open(dir, narrator);
    Thread curtain = new Thread(stage::close, "shutdown");
    Runtime.getRuntime().addShutdownHook(curtain);
    boolean held = play(stage, narrator);
    if (held && !once) {
      narrator.announce("The server and the clones stay until Ctrl-C, which removes everything.");
      new CountDownLatch(1).await();
    }
    Runtime.getRuntime().removeShutdownHook(curtain);
    narrator.step("remove everything", stage::close);
    return held ? 0 : 1;
  }

  private boolean play(DemoStage stage, Narrator narrator) {
    try {
      stage.build(port).run();
      narrator.announce("Every step held.");
      return true;
    } catch (DemoFailure | ApiException | DataPlaneException | UsageException e) {
      narrator.announce("\nA step did not hold: " + e.getMessage());
      return false;
    }
  }
}
