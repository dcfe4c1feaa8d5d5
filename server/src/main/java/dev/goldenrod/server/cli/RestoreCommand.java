package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.backup.BackupFolder;
import dev.goldenrod.storage.jdbi.StoreContents;
import java.io.PrintStream;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Restores a backup. */
@Command(
    name = "restore",
    description =
        "Restores a backup. It is restored into a data directory, and into the store of --store-url"
            + " if given; stop all servers of that store first.",
    mixinStandardHelpOptions = true)
final class RestoreCommand implements Runnable {
  @Mixin private ServerStore server = new ServerStore();

  @Option(
      names = "--from",
      paramLabel = "FOLDER",
      required = true,
      description = "Folder that 'goldenrod backup' created.")
  private Path from = Path.of("");

  @Option(names = "--replace", description = "Replace the existing store, token and secrets.")
  private boolean replacing;

  private final PrintStream out;

  RestoreCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    try {
      BackupFolder backup = BackupFolder.verified(from);
      try (DataDirectory directory = DataDirectory.lock(server.dataDir())) {
        StoreContents contents = backup.restoreInto(directory, server.url(), replacing);
        out.printf(
            "restored %d rows of the store as of %s, by release %s, into %s%n",
            contents.totalRows(), backup.createdAt(), backup.release(), directory.path());
      }
    } catch (StoreException e) {
      throw new UsageException(e.getMessage(), e);
    }
    out.println("start once with: goldenrod serve --accept-older-store " + server.words());
    if (server.url().isEmpty()) {
      out.println(
          "then stop it with Ctrl-C, and start as usual, for example with: goldenrod up "
              + server.words());
    }
  }
}
