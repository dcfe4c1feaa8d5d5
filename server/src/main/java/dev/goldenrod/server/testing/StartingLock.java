package dev.goldenrod.server.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to take the lock that clients hold while they look for a test server or start one. It
 * never waits, because a client may be suspended.
 */
final class StartingLock implements AutoCloseable {
  private final FileChannel channel;
  private final boolean held;

  private StartingLock(FileChannel channel) throws IOException {
    this.channel = channel;
    this.held = lock(channel) != null;
  }

  static StartingLock attempt(Path folder) throws IOException {
    return new StartingLock(
        FileChannel.open(
            folder.resolve("starting.lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)));
  }

  /** Returns whether no client looks for a server until this is closed. */
  boolean isHeld() {
    return held;
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException inThisProcess) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
