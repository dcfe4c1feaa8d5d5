package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.Version;
import dev.goldenrod.server.backup.Backup;
import dev.goldenrod.server.backup.ServerStoreDumper;
import dev.goldenrod.storage.jdbi.StoreContents;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Backs up a server's store and the files that belong to it. */
@Command(
    name = "backup",
    description =
        "Backs up a server's store with its token, secrets and keys. Also while it runs. What"
            + " databases hold is on their volumes and no part of it.",
    mixinStandardHelpOptions = true)
final class BackupCommand implements Runnable {
  @Mixin private ServerStore server = new ServerStore();

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      required = true,
      description =
          "The backup's folder, which is made: for its writer alone, whole or not at all.")
  private Path to = Path.of("");

  private final PrintStream out;

  BackupCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    Optional<Path> files = Optional.of(server.dataDir()).filter(DataDirectory::isOne);
    try {
      StoreContents contents =
          Backup.write(
              to, new ServerStoreDumper(server.dataDir(), server.url()), files, Version.current());
      out.printf(
          "backed up %d rows of the store (migration %d) to %s%n",
          contents.totalRows(), contents.schemaVersion(), to);
    } catch (StoreException e) {
      throw new UsageException(e.getMessage(), e);
    }
    if (files.isEmpty()) {
      out.printf("%s is no data directory, so the backup has the store alone%n", server.dataDir());
    }
  }
}
