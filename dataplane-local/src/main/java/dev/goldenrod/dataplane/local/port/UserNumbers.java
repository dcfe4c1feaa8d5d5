package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The user ids of one data directory, assigned in ascending order across restarts, so that an id is
 * not reused before all others were. Thread-safe.
 */
final class UserNumbers {
  private static final Logger LOG = LoggerFactory.getLogger(UserNumbers.class);

  /** The number of ids reserved by one disk write; a restart skips the unused ones. */
  private static final int BLOCK = 64;

  private final Path file;
  private final int first;
  private final int count;
  private final PortReservations claims;
  private final Set<Integer> held = new HashSet<>();
  private int offset;
  private int left;

  /**
   * @param file the file with the next id; without it, the first id is random
   */
  UserNumbers(Path file, int first, int last, PortReservations claims) {
    this.file = file;
    this.first = first;
    this.count = last - first + 1;
    this.claims = claims;
    this.offset = readOffset();
  }

  /**
   * Reserves an id. The reservation is durable when this method returns.
   *
   * @throws DataPlaneException if all are in use, or the disk cannot be written
   */
  synchronized int reserve() {
    for (int tried = 0; tried < count; tried++) {
      int id = next();
      if (!held.contains(id) && claims.claimUnclaimed(id)) {
        held.add(id);
        return id;
      }
    }
    throw new DataPlaneException(
        "all user ids %d-%d are in use; delete clones or databases, or specify more with --engine-uids"
            .formatted(first, first + count - 1));
  }

  /** Marks an id as used, for example by a database of an earlier server. */
  synchronized void hold(int id) {
    held.add(id);
    claims.claim(id);
  }

  synchronized void release(int id) {
    if (held.remove(id)) {
      claims.release(id);
    }
  }

  /** Releases the reservations of a killed server that no database holds. */
  synchronized void releaseUnheld() {
    claims.releaseAllBut(held);
  }

  private int next() {
    if (left == 0) {
      write(first + (int) (((long) offset + BLOCK) % count));
      left = BLOCK;
    }
    int id = first + offset;
    offset = (int) ((offset + 1L) % count);
    left--;
    return id;
  }

  private void write(int id) {
    try {
      DurableFile.write(file, Integer.toString(id).getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new DataPlaneException(
          "cannot record in %s that a user id is in use: %s".formatted(file, e), e);
    }
  }

  private int readOffset() {
    try {
      long kept = Long.parseLong(Files.readString(file).strip()) - first;
      if (kept >= 0 && kept < count) {
        return (int) kept;
      }
      LOG.warn("Ignored {}: its user id is outside the range; starting with a random id", file);
    } catch (NoSuchFileException none) {
      return anyOffset();
    } catch (IOException | NumberFormatException e) {
      LOG.warn("Cannot read {}: {}; starting with a random user id", file, e.toString());
    }
    return anyOffset();
  }

  private int anyOffset() {
    return ThreadLocalRandom.current().nextInt(count);
  }
}
