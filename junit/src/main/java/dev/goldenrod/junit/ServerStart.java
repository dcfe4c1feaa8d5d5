package dev.goldenrod.junit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** The start of a server for tests, whose process outlives this one. */
final class ServerStart {
  private static final System.Logger LOG = System.getLogger(ServerStart.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long PAUSE_MILLIS = 20;
  private static final String JAR = "goldenrod.jar";

  private final ServerFolder folder;
  private final Duration endAfter;

  ServerStart(ServerFolder folder, Duration endAfter) {
    this.folder = folder;
    this.endAfter = endAfter;
  }

  /**
   * Starts it, and returns when it answers.
   *
   * @throws GoldenrodException when it does not; the message says why
   */
  Api run() throws IOException {
    Files.deleteIfExists(folder.address());
    Path log = folder.path().resolve("server.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                unpacked().toString(),
                "test-server",
                "--folder",
                folder.path().toString(),
                "--end-after",
                Long.toString(endAfter.toSeconds()))
            .directory(folder.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    LOG.log(Level.INFO, "starting the server for tests, which logs to {0}", log);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!folder.isUp()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        process.destroy();
        throw new GoldenrodException(
            "the server for tests did not start; %s has its words: %s"
                .formatted(log, Files.readString(log).strip()));
      }
      Pauses.pause(PAUSE_MILLIS);
    }
    return folder.api();
  }

  /** The jar that the server is started from, which later builds of another version replace. */
  private Path unpacked() throws IOException {
    Path jar = folder.path().resolve(JAR);
    Path fresh = folder.path().resolve(JAR + ".new");
    try (InputStream content = ServerStart.class.getResourceAsStream(JAR)) {
      if (content == null) {
        throw new GoldenrodException("this build of goldenrod-junit has no " + JAR + " in it");
      }
      Files.copy(content, fresh, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE);
  }
}
