package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.LocalDataPlane;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the databases that a stopped server left running, and keeps all data. */
@Command(
    name = "shutdown",
    description =
        "Stops all databases of a stopped server; the next start of the server starts them again"
            + " with their data.",
    mixinStandardHelpOptions = true)
final class ShutdownCommand implements Runnable {
  @Mixin private DataDirOption dataDir;

  private final PrintStream out;

  ShutdownCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    Path path = dataDir.path().toAbsolutePath().normalize();
    if (Files.notExists(path)) {
      out.println("nothing is running: " + path + " does not exist");
      return;
    }
    LocalDataPlane.shutDown(path);
    out.println("no database of " + path + " is running");
  }
}
