package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.LocalDataPlane;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Removes a data directory with all that a server made: databases, mounts, files. */
@Command(
    name = "purge",
    description =
        "Ends all databases of a stopped server and removes its data directory. There is no undo.",
    customSynopsis = "goldenrod purge [-hV] --data-dir=DIR",
    mixinStandardHelpOptions = true)
final class PurgeCommand implements Runnable {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "The data directory to remove (serve's default is ~/.goldenrod).")
  private @Nullable Path dataDir;

  @Spec private CommandSpec spec;

  private final PrintStream out;

  PurgeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    if (dataDir == null) {
      throw new ParameterException(
          spec.commandLine(), "--data-dir is missing (serve's default is ~/.goldenrod)");
    }
    Path path = dataDir.toAbsolutePath().normalize();
    if (Files.notExists(path)) {
      out.println("nothing to remove: " + path + " does not exist");
      return;
    }
    LocalDataPlane.purge(path);
    out.println(
        Files.exists(path)
            ? "removed all of Goldenrod in " + path + "; what else is in it stays"
            : "removed " + path);
  }
}
