package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.server.UsageException;
import java.io.Console;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Removes a data directory with everything that a server created: databases, mounts and files. */
@Command(
    name = "purge",
    description =
        "Stops all databases of a stopped server and deletes its data directory. This cannot be"
            + " undone.",
    customSynopsis = "goldenrod purge [-hVy] --data-dir=DIR",
    mixinStandardHelpOptions = true)
final class PurgeCommand implements Callable<Integer> {
  private static final int REFUSED = 1;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Data directory to delete (serve's default is ~/.goldenrod).")
  private @Nullable Path dataDir;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation; required if there is no terminal.")
  private boolean isSure;

  @Spec private CommandSpec spec;

  private final PrintStream out;

  PurgeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    if (dataDir == null) {
      throw new ParameterException(
          spec.commandLine(), "--data-dir is missing (serve's default is ~/.goldenrod)");
    }
    Path path = dataDir.toAbsolutePath().normalize();
    if (Files.notExists(path)) {
      out.println("nothing to remove: " + path + " does not exist");
      return 0;
    }
    if (DataDirectory.isOne(path)) {
      // Refuses the directory of a running server before the user is asked.
      DataDirectory.lock(path).close();
    }
    if (!isSure && !isConfirmed(path)) {
      out.println("nothing was removed");
      return REFUSED;
    }
    LocalDataPlane.purge(path);
    out.println(
        Files.exists(path)
            ? "removed all files of Goldenrod in " + path + "; other files in it were kept"
            : "removed " + path);
    return 0;
  }

  private static boolean isConfirmed(Path path) {
    Console console = System.console();
    if (console == null) {
      throw new UsageException(
          "all databases and goldens in %s would be deleted, and there is no terminal to ask for confirmation; confirm with --yes"
              .formatted(path));
    }
    String answer = console.readLine("Delete all databases and goldens in %s? [y/N] ", path);
    return answer != null && answer.strip().matches("(?i)y|yes");
  }
}
