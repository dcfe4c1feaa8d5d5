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
 * Keeps a server's log, which is written for as long as it lives, from filling the disk: the end of
 * one that has grown too large is moved aside, and the server goes on at the beginning of the file.
 */
public final class CappedLog {
  private static final Logger LOG = LoggerFactory.getLogger(CappedLog.class);
  private static final long LONGEST = 32L << 20;
  private static final long KEPT = 1L << 20;

  private CappedLog() {}

  /** The file that has the end of what was cut off. */
  public static Path former(Path log) {
    return log.resolveSibling(log.getFileName() + ".1");
  }

  /** Cuts the log off if it has grown too large; without effect when it is not there. */
  public static void trim(Path log) {
    try {
      if (Files.size(log) > LONGEST) {
        keepEnd(log);
        LOG.warn("{} had more than {} bytes and begins anew", log, LONGEST);
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      LOG.warn("{} cannot be cut off: {}", log, e.toString());
    }
  }

  private static void keepEnd(Path log) throws IOException {
    try (FileChannel channel =
        FileChannel.open(log, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      Path fresh = Files.createTempFile(log.getParent(), "", ".tmp");
      try (FileChannel end = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        channel.transferTo(channel.size() - KEPT, KEPT, end);
      }
      Files.move(fresh, former(log), StandardCopyOption.ATOMIC_MOVE);
      // The server appends, so that it goes on at the new end.
      channel.truncate(0);
    }
  }
}
