package dev.goldenrod.dataplane.local.record;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the size of a running server's log. The end of a log that is too large is saved to a
 * second file, and the log is truncated.
 */
public final class LogTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(LogTrimmer.class);
  private static final long LONGEST = 32L << 20;
  private static final long KEPT = 1L << 20;

  private LogTrimmer() {}

  public static Path previousLog(Path log) {
    return log.resolveSibling(log.getFileName() + ".1");
  }

  /** Truncates the log if it is too large. Does nothing if it does not exist. */
  public static void trim(Path log) {
    try {
      if (Files.size(log) > LONGEST) {
        keepEnd(log);
        LOG.warn("Truncated the log {}: it had more than {} bytes", log, LONGEST);
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      LOG.warn("Cannot truncate the log {}, will retry: {}", log, e.toString());
    }
  }

  private static void keepEnd(Path log) throws IOException {
    try (FileChannel channel =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      Path fresh = Files.createTempFile(log.getParent(), "", ".tmp");
      try (FileChannel end = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        channel.transferTo(channel.size() - KEPT, KEPT, end);
      }
      Files.move(fresh, previousLog(log), StandardCopyOption.ATOMIC_MOVE);
      // The server opened the log in append mode, so it continues at the new end.
      channel.truncate(0);
    }
  }
}
