package dev.goldenrod.dataplane.local;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.local.engine.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Records for {@code ./verify} which engine versions the tests ran with and which they did not. */
final class EngineReport {
  private static final Path FOLDER = Path.of("target", "engines");

  private EngineReport() {}

  /**
   * Records that the contract was tested with the server.
   *
   * @param known all versions that the data plane knows, whether or not they can run
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
