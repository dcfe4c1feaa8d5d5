package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A file that is locked exclusively, within this process and against others. It contains the id of
 * the process that locked it last.
 *
 * @param patience maximum time to wait for the lock
 */
record LockedFile(Path file, Duration patience) {
  private static final System.Logger LOG = System.getLogger(LockedFile.class.getName());
  private static final Duration LONGER_THAN_A_GOLDEN = Duration.ofMinutes(10);
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final long PAUSE_MILLIS = 20;

  LockedFile(Path file) {
    this(file, LONGER_THAN_A_GOLDEN);
  }

  interface Action<T> {
    T run() throws IOException;
  }

  /** Runs the action under the lock; throws on timeout, naming the process that holds it. */
  <T> T during(Action<T> action) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      noteHolder(channel);
      T result = action.run();
      if (!lock.isValid()) {
        throw new IOException("the lock of %s was lost".formatted(file));
      }
      return result;
    }
  }

  private FileLock lock(FileChannel channel) throws IOException {
    long start = System.nanoTime();
    boolean told = false;
    FileLock lock = tryLock(channel);
    while (lock == null) {
      Duration waited = Duration.ofNanos(System.nanoTime() - start);
      if (waited.compareTo(patience) > 0) {
        throw new GoldenrodException(
            "%s is still locked by process %s after %d s; check whether that process hangs"
                .formatted(file, holder(channel), waited.toSeconds()));
      }
      if (!told && waited.compareTo(SILENCE) > 0) {
        LOG.log(
            System.Logger.Level.INFO,
            "Waiting for process {0}, which has locked {1}",
            holder(channel),
            file);
        told = true;
      }
      PollInterval.sleep(PAUSE_MILLIS);
      lock = tryLock(channel);
    }
    return lock;
  }

  /** Another class loader of this process may hold the lock, so an overlap means waiting. */
  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  private static void noteHolder(FileChannel channel) throws IOException {
    String pid = Long.toString(ProcessHandle.current().pid());
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(Long.BYTES * 4);
    channel.read(pid, 0);
    return new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII);
  }
}
