package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * Runs a script as the administrator of a database of the test server. The script is passed as a
 * file in the server's folder, which is safer than a login: only the server's own user can write
 * there.
 */
record AdminScriptFiles(Path folder, String database) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 50;

  /** Runs the script and waits for its result; throws if the script fails. */
  void run(String script) throws IOException {
    Path result = folder.resolve(database + ".result");
    Path fresh = folder.resolve(database + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, PrivateFolder.FILE);
    Files.write(fresh, script.getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, folder.resolve(database + ".sql"), StandardCopyOption.ATOMIC_MOVE);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(result)) {
      if (System.nanoTime() > end) {
        throw new GoldenrodException(
            "the test server has not run the administrator's script within %d s"
                .formatted(PATIENCE.toSeconds()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
    String failure = Files.readString(result);
    Files.delete(result);
    if (!failure.isEmpty()) {
      throw new GoldenrodException(failure);
    }
  }
}
