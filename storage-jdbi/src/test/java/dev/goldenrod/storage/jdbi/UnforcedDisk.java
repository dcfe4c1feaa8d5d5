package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A disk whose power can be cut. Forced writes are kept in a file, unforced ones in memory. A cut
 * keeps some of the unforced blocks and loses the others, in no order.
 */
final class UnforcedDisk {
  private static final int BLOCK = 4096;

  private final Path path;
  private final FileChannel forced;
  private final List<Change> unforced = new ArrayList<>();
  private boolean isCut;
  private int forces;

  /** A written block, or the file's new size if there are no bytes. */
  private record Change(long position, byte[] bytes) {
    void applyTo(FileChannel file) throws IOException {
      if (bytes.length == 0) {
        file.truncate(position);
      } else {
        file.write(ByteBuffer.wrap(bytes), position);
      }
    }
  }

  private UnforcedDisk(Path path, FileChannel forced) {
    this.path = path;
    this.forced = forced;
  }

  static UnforcedDisk keepingIn(Path file) throws IOException {
    return new UnforcedDisk(
        file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
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
      change.applyTo(forced);
    }
    unforced.clear();
    forces++;
  }

  synchronized int forces() {
    return forces;
  }

  synchronized int unforcedBlocks() {
    return unforced.size();
  }

  /** Creates a copy as after a cut that loses only one of the unforced blocks. */
  synchronized void copyWithout(int lost, Path copy) throws IOException {
    Files.copy(path, copy);
    try (FileChannel file = FileChannel.open(copy, StandardOpenOption.WRITE)) {
      for (int number = 0; number < unforced.size(); number++) {
        if (number != lost) {
          unforced.get(number).applyTo(file);
        }
      }
    }
  }

  /** Cuts the power: further writes fail, and the file holds what the disk has kept. */
  synchronized void cut(Random random) throws IOException {
    isCut = true;
    for (Change change : unforced) {
      if (random.nextBoolean()) {
        change.applyTo(forced);
      }
    }
    forced.close();
  }

  private void requirePower() throws IOException {
    if (isCut) {
      throw new IOException("the power is cut");
    }
  }
}
