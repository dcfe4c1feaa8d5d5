package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that nobody else locks meanwhile, in this process or another one. */
record LockedFile(Path file) {
  private static final long PAUSE_MILLIS = 20;

  /** What is done with the file locked. */
  interface Action<T> {
    T run() throws IOException;
  }

  /** Does that as soon as nobody else has locked the file, which is made when it is missing. */
  <T> T during(Action<T> action) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = lock(channel)) {
      T result = action.run();
      if (!lock.isValid()) {
        throw new IOException("the lock of %s was lost".formatted(file));
      }
      return result;
    }
  }

  /** A lock that this process has already, as of another class loader, is no reason to fail. */
  private static FileLock lock(FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock();
      } catch (OverlappingFileLockException inThisProcess) {
        Pauses.pause(PAUSE_MILLIS);
      }
    }
  }
}
