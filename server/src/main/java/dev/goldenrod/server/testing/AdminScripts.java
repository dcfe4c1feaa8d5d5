package dev.goldenrod.server.testing;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs scripts of golden recipes as the database administrator, for whom tests have no login. A
 * client writes a script to {@code ID.sql}, where ID is the database's, and reads the error
 * message, or nothing, from {@code ID.result}. Only the folder's owner can do so.
 */
final class AdminScripts {
  private static final Logger LOG = LoggerFactory.getLogger(AdminScripts.class);
  private static final String SCRIPT = ".sql";
  private static final String RESULT = ".result";

  private final Path folder;
  private final BiConsumer<UUID, String> runner;

  /**
   * @param runner runs a script in the database of that id, or throws
   */
  AdminScripts(Path folder, BiConsumer<UUID, String> runner) {
    this.folder = folder;
    this.runner = runner;
  }

  /** Makes the folder private and deletes the files of earlier processes. */
  void clear() throws IOException {
    OwnerOnly.makeFolder(folder);
    for (Path file : files("")) {
      Files.delete(file);
    }
  }

  void run() throws IOException {
    for (Path script : files(SCRIPT)) {
      String database = script.getFileName().toString().replace(SCRIPT, "");
      String result = result(database, Files.readString(script));
      Files.delete(script);
      DurableFile.write(folder.resolve(database + RESULT), result.getBytes(StandardCharsets.UTF_8));
    }
  }

  private String result(String database, String script) {
    try {
      runner.accept(UUID.fromString(database), script);
      return "";
    } catch (DataPlaneException | IllegalArgumentException e) {
      LOG.info(
          "Cannot run the script of database {}, its client gets the reason: {}",
          database,
          e.getMessage());
      return String.valueOf(e.getMessage());
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }
}
