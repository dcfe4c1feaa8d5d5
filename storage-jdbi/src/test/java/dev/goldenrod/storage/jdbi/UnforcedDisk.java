package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A disk whose power can be cut: it keeps what was forced in a file of its own, and what was
 * written since in memory. Of that, a cut keeps any blocks and loses the others, in no order.
 */
final class UnforcedDisk {
  private static final int BLOCK = 4096;

  private final FileChannel forced;
  private final List<Change> unforced = new ArrayList<>();
  private boolean isCut;
  private int forces;

  /** A block of a write, or the file's new size when there are no bytes. */
  private record Change(long position, byte[] bytes) {}

  private UnforcedDisk(FileChannel forced) {
    this.forced = forced;
  }

  static UnforcedDisk keepingIn(Path file) throws IOException {
    return new UnforcedDisk(
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  synchronized void write(long position, ByteBuffer written) throws IOException {
    requirePower();
    ByteBuffer rest = written.duplicate();
    for (long at = position; rest.hasRemaining(); ) {
      byte[] block = new byte[(int) Math.min(rest.remaining(), BLOCK - at % BLOCK)];
      rest.get(block);
      unforced.add(new Change(at, block));
      at += block.length;
    }
  }

  synchronized void truncate(long size) throws IOException {
    requirePower();
    unforced.add(new Change(size, new byte[0]));
  }

  synchronized void force() throws IOException {
    requirePower();
    for (Change change : unforced) {
      apply(change);
    }
    unforced.clear();
    forces++;
  }

  /** How often what was written has been forced. */
  synchronized int forces() {
    return forces;
  }

  /** From now on nothing is written, and the file holds what the disk has. */
  synchronized void cut(Random random) throws IOException {
    isCut = true;
    for (Change change : unforced) {
      if (random.nextBoolean()) {
        apply(change);
      }
    }
    forced.close();
  }

  private void apply(Change change) throws IOException {
    if (change.bytes().length == 0) {
      forced.truncate(change.position());
    } else {
      forced.write(ByteBuffer.wrap(change.bytes()), change.position());
    }
  }

  private void requirePower() throws IOException {
    if (isCut) {
      throw new IOException("the power is cut");
    }
  }
}
