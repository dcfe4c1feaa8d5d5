package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tells {@code ./verify} which versions of which engines ran, so that it can name the others. */
final class EngineReport {
  private static final Path FOLDER = Path.of("target", "engines");

  private EngineReport() {}

  /**
   * The contract was tried with that real server.
   *
   * @param known every version that the data plane knows, whether or not it can run
   */
  static void ran(Installation server, List<EngineVersion> known) {
    List<String> all = known.stream().map(one -> one.type() + " " + one.version()).toList();
    try {
      Files.createDirectories(FOLDER);
      Files.write(FOLDER.resolve("known"), all);
      Files.writeString(
          FOLDER.resolve("ran-" + server.type()),
          "%s %s %s\n".formatted(server.type(), server.release(), server.version()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
