package dev.goldenrod.bench.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Flushes of a growing file, which are the least that a durable change waits for. */
final class DiskFlush implements AutoCloseable {
  private static final int BLOCK = 4096;

  private final FileChannel file;
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);

  private DiskFlush(FileChannel file) {
    this.file = file;
  }

  /** Creates the file in the folder. */
  static DiskFlush in(Path folder) {
    try {
      return new DiskFlush(
          FileChannel.open(
              folder.resolve("flushed"), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a file in " + folder, e);
    }
  }

  /** Appends 4 KiB, and returns the milliseconds until they are on the disk. */
  double milliseconds() {
    long begin = System.nanoTime();
    try {
      file.write(block.rewind());
      file.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write to the disk of the store", e);
    }
    return (System.nanoTime() - begin) / 1e6;
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the file on the disk of the store", e);
    }
  }
}
