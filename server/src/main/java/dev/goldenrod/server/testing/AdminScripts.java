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
 * Runs what a golden's recipe has for the administrator, who has no login for tests. A client lays
 * a script down as {@code ID.sql}, named by the database, and finds {@code ID.result}: why it
 * failed, or nothing. Only the folder's owner can do either.
 */
final class AdminScripts {
  private static final Logger LOG = LoggerFactory.getLogger(AdminScripts.class);
  private static final String SCRIPT = ".sql";
  private static final String RESULT = ".result";

  private final Path folder;
  private final BiConsumer<UUID, String> runner;

  /**
   * Scripts in that folder.
   *
   * @param runner runs one in the database of that id, or throws
   */
  AdminScripts(Path folder, BiConsumer<UUID, String> runner) {
    this.folder = folder;
    this.runner = runner;
  }

  /** Makes the folder its owner's alone, and deletes what processes that ended left in it. */
  void clear() throws IOException {
    OwnerOnly.makeFolder(folder);
    for (Path file : files("")) {
      Files.delete(file);
    }
  }

  /** Runs those that are there. */
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
      LOG.info("database {}: {}", database, e.getMessage());
      return String.valueOf(e.getMessage());
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }
}
