package dev.goldenrod.junit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Starts a test server whose process outlives this one. */
final class ServerStart {
  private static final System.Logger LOG = System.getLogger(ServerStart.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long PAUSE_MILLIS = 20;
  private static final String JAR = "goldenrod.jar";

  /** Options for the tests, such as a debugger agent, whose port is already in use. */
  private static final Set<String> OPTIONS_OF_THE_TESTS =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private final ServerFolder folder;
  private final Duration endAfter;

  ServerStart(ServerFolder folder, Duration endAfter) {
    this.folder = folder;
    this.endAfter = endAfter;
  }

  /** Starts the server and waits until it answers; throws if it does not start. */
  Api run() throws IOException {
    awaitEndOfOther();
    Files.deleteIfExists(folder.address());
    Path log = fresh("server.log");
    Process process = process(log);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!folder.isUp()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        process.destroy();
        throw new GoldenrodException(
            "the test server did not start; its log %s says: %s; to start over, delete %s, whose content can be created again"
                .formatted(log, Files.readString(log).strip(), folder.path()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
    return folder.api();
  }

  /** A server that is shutting down holds its data directory until it has ended. */
  private void awaitEndOfOther() throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (folder.isHeld()) {
      if (System.nanoTime() > end) {
        throw new GoldenrodException(
            "a test server in %s neither responds nor stops; its process id is in data/server.lock there"
                .formatted(folder.path()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
  }

  /** Uses a new session, so that killing this build's process group spares the server. */
  private Process process(Path log) throws IOException {
    List<String> command = new ArrayList<>(newSession());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-jar", unpacked().toString(), "test-server"));
    command.addAll(List.of("--folder", folder.path().toString()));
    command.addAll(List.of("--end-after", Long.toString(endAfter.toSeconds())));
    command.addAll(List.of("--most-gib", Integer.toString(BackgroundServer.mostGib())));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(OPTIONS_OF_THE_TESTS);
    Process process =
        builder
            .directory(folder.path().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    LOG.log(Level.INFO, "Starting the test server, which logs to {0}", log);
    return process;
  }

  private static List<String> newSession() {
    if (isOnPath("setsid")) {
      return List.of("setsid");
    }
    return isOnPath("perl")
        ? List.of("perl", "-MPOSIX", "-e", "POSIX::setsid(); exec @ARGV or exit 127")
        : List.of();
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Extracts the jar of the server, which replaces that of another build. */
  private Path unpacked() throws IOException {
    Path jar = folder.jar();
    Path fresh = fresh(JAR + ".new");
    try (InputStream content = ServerStart.class.getResourceAsStream(JAR);
        OutputStream file = Files.newOutputStream(fresh)) {
      if (content == null) {
        throw new GoldenrodException("this build of goldenrod-junit does not contain " + JAR);
      }
      content.transferTo(file);
    }
    return Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE);
  }

  private Path fresh(String name) throws IOException {
    Path file = folder.path().resolve(name);
    Files.deleteIfExists(file);
    return Files.createFile(file, PrivateFolder.FILE);
  }
}
