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
 * A try to lock the file that clients lock while they look for a server, and start one. It never
 * waits for a client: one may stand still.
 */
final class StartingLock implements AutoCloseable {
  private final FileChannel channel;
  private final boolean held;

  private StartingLock(FileChannel channel) throws IOException {
    this.channel = channel;
    this.held = lock(channel) != null;
  }

  /** Tries to lock the file in that server's folder. */
  static StartingLock attempt(Path folder) throws IOException {
    return new StartingLock(
        FileChannel.open(
            folder.resolve("starting.lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)));
  }

  /** Whether no client looks for a server or starts one until this is closed. */
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
