package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.SystemCalls;
import dev.goldenrod.dataplane.local.process.SystemCalls.Descriptor;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * User namespaces for ID mappings. Java cannot create one, since it has several threads, so a
 * program does. One is always kept ready, because a launch would wait for the program. Thread-safe.
 */
final class UserNamespaces {
  private static final Logger LOG = LoggerFactory.getLogger(UserNamespaces.class);

  /** Ends with this process, which holds the other end of its input. */
  private static final List<String> PROGRAM = List.of("unshare", "--user", "--", "cat");

  private static final Path OWN = Path.of("/proc/self/ns/user");
  private static final Duration FIRST_POLL = Duration.ofMillis(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The next one is made when the engine that needed this one is likely up. */
  private static final long PAUSE_MILLIS = 500;

  private static final AtomicReference<Process> SPARE = new AtomicReference<>();

  private UserNamespaces() {}

  /**
   * Opens a namespace that shows root's files as the given user's.
   *
   * @throws DataPlaneException if the system allows no user namespaces
   */
  static Descriptor open(String uid, String gid) {
    Process program =
        Optional.ofNullable(SPARE.getAndSet(null))
            .filter(Process::isAlive)
            .orElseGet(UserNamespaces::start);
    try {
      Path folder = Path.of("/proc", Long.toString(program.pid()));
      Path namespace = folder.resolve("ns/user");
      awaitOther(program, namespace);
      map(folder.resolve("uid_map"), uid);
      map(folder.resolve("gid_map"), gid);
      return SystemCalls.open(namespace);
    } catch (IOException e) {
      throw program.isAlive()
          ? new DataPlaneException("cannot map root's files to user %s: %s".formatted(uid, e), e)
          : noNamespace(e);
    } finally {
      program.destroyForcibly();
      CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
          .execute(UserNamespaces::prepareNext);
    }
  }

  private static void prepareNext() {
    if (SPARE.get() != null) {
      return;
    }
    try {
      Process next = start();
      if (!SPARE.compareAndSet(null, next)) {
        next.destroyForcibly();
      }
    } catch (DataPlaneException e) {
      LOG.debug("The next user namespace will be made when it is needed", e);
    }
  }

  private static Process start() {
    ProcessBuilder builder = new ProcessBuilder(PROGRAM).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).directory(Path.of("/").toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    try {
      return builder.start();
    } catch (IOException e) {
      throw new DataPlaneException("cannot create a user namespace: " + e.getMessage(), e);
    }
  }

  /** Waits until the program is in its own namespace. */
  private static void awaitOther(Process program, Path namespace) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    PollInterval poll = PollInterval.from(FIRST_POLL);
    while (Files.readSymbolicLink(namespace).equals(Files.readSymbolicLink(OWN))) {
      if (!Processes.isRunning(program.toHandle()) || System.nanoTime() - deadline >= 0) {
        throw noNamespace(null);
      }
      poll.pause();
    }
  }

  private static DataPlaneException noNamespace(@Nullable IOException cause) {
    return new DataPlaneException(
        "cannot create a user namespace: '%s' failed".formatted(String.join(" ", PROGRAM)), cause);
  }

  private static void map(Path table, String id) throws IOException {
    Files.writeString(table, "0 %s 1\n".formatted(id), StandardOpenOption.WRITE);
  }
}
