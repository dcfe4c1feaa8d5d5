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
 * User ids of one data directory, given out in rising order, also over restarts: one that was given
 * back is given out again only after all others of the range. Thread-safe.
 */
final class UserNumbers {
  private static final Logger LOG = LoggerFactory.getLogger(UserNumbers.class);

  /** How many ids one write to the disk covers; a restart skips what is left of them. */
  private static final int BLOCK = 64;

  private final Path file;
  private final int first;
  private final int count;
  private final PortReservations claims;
  private final Set<Integer> held = new HashSet<>();
  private int offset;
  private int left;

  /**
   * Ids of the range, both ends included, that go on where the file says.
   *
   * @param file where the next id is kept; without it the order begins anywhere
   * @param claims what servers tell each other about ids in use
   */
  UserNumbers(Path file, int first, int last, PortReservations claims) {
    this.file = file;
    this.first = first;
    this.count = last - first + 1;
    this.claims = claims;
    this.offset = readOffset();
  }

  /**
   * Gives out an id. That it is used is on the disk before this returns.
   *
   * @throws DataPlaneException when all are in use, or the disk cannot be written
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
        "all user ids %d-%d are in use; delete clones or databases, or name more with --engine-uids"
            .formatted(first, first + count - 1));
  }

  /** Notes that an id is in use that was given out, maybe by a former server. */
  synchronized void hold(int id) {
    held.add(id);
    claims.claim(id);
  }

  synchronized void release(int id) {
    if (held.remove(id)) {
      claims.release(id);
    }
  }

  /** Takes back a killed server's claims of ids that are not in use. */
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
          "cannot note in %s that a user id is used: %s".formatted(file, e), e);
    }
  }

  private int readOffset() {
    try {
      long kept = Long.parseLong(Files.readString(file).strip()) - first;
      if (kept >= 0 && kept < count) {
        return (int) kept;
      }
      LOG.warn("{} names no id of the range; ids begin anywhere in it", file);
    } catch (NoSuchFileException none) {
      return anyOffset();
    } catch (IOException | NumberFormatException e) {
      LOG.warn("{} cannot be read ({}); ids begin anywhere in the range", file, e.toString());
    }
    return anyOffset();
  }

  private int anyOffset() {
    return ThreadLocalRandom.current().nextInt(count);
  }
}
