package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * A script that the server for tests runs as the administrator of a database: laid down as a file
 * in its folder, which says more than a login would: a process that can write there is the server's
 * user's.
 */
record AdminScriptFiles(Path folder, String database) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 50;

  /**
   * Has it run.
   *
   * @throws GoldenrodException when it fails; the message says why
   */
  void run(String script) throws IOException {
    Path result = folder.resolve(database + ".result");
    Path fresh = folder.resolve(database + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, OwnFolder.FILE);
    Files.write(fresh, script.getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, folder.resolve(database + ".sql"), StandardCopyOption.ATOMIC_MOVE);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(result)) {
      if (System.nanoTime() > end) {
        throw new GoldenrodException(
            "the server for tests has not run the administrator's script in %d s"
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
