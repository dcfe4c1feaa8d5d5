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
        "Backs up a server's store with its token, secrets and keys. The server may be running. The"
            + " data of databases is on their volumes and is not included.",
    mixinStandardHelpOptions = true)
final class BackupCommand implements Runnable {
  @Mixin private ServerStore server = new ServerStore();

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      required = true,
      description =
          "Folder to create for the backup, accessible only to its owner; it exists only once the"
              + " backup is complete.")
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
      out.printf(
          "%s is not a data directory, so the backup contains only the store%n", server.dataDir());
    }
  }
}
