package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * H2's files in which no space is written again before what superseded it is on the disk. H2 moves
 * rows on its own account, in between two flushes, and then takes the space that they left; a disk
 * that loses its power between may have kept the second write without the first, and then has the
 * rows in neither place. What is written is marked such that one can tell whether all of it was
 * kept, see {@link ChunkChecksum}, and few writes at a time wait for the disk: a version that is
 * many writes older than others in the file was not left by a loss of power.
 *
 * <p>For URLs that begin with {@code jdbc:h2:ordered:}. It is public for H2 to make it.
 */
public final class OrderedFilePath extends FilePathWrapper {
  /** How many writes the disk may not have yet; one more waits until it has them. */
  static final int MOST_UNFORCED = 4;

  private static final String SCHEME = "ordered";

  /**
   * Where H2 keeps two copies of what leads to the newest version, which it looks for if need be.
   */
  private static final int HEADER = 2 * 4096;

  /** What such a path begins with, which H2 knows from now on. */
  static String prefix() {
    FilePath.register(new OrderedFilePath());
    return SCHEME + ":";
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new OrderedFile(getBase().open(mode));
  }

  private static final class OrderedFile extends FileBaseDefault {
    private final FileChannel file;
    private long forcedSize;
    private int unforced;

    OrderedFile(FileChannel file) throws IOException {
      this.file = file;
      this.forcedSize = file.size();
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
      return file.read(to, position);
    }

    @Override
    public synchronized int write(ByteBuffer from, long position) throws IOException {
      if (position >= HEADER) {
        if (position < forcedSize || unforced == MOST_UNFORCED) {
          forceUnforced();
        }
        unforced++;
        ChunkChecksum.putInto(from);
      }
      return writeAll(from, position);
    }

    private int writeAll(ByteBuffer from, long position) throws IOException {
      int written = 0;
      while (from.hasRemaining()) {
        written += file.write(from, position + written);
      }
      return written;
    }

    @Override
    protected synchronized void implTruncate(long size) throws IOException {
      forceUnforced();
      file.truncate(size);
      forcedSize = Math.min(forcedSize, size);
    }

    @Override
    public synchronized void force(boolean metaData) throws IOException {
      file.force(metaData);
      forcedSize = file.size();
      unforced = 0;
    }

    private void forceUnforced() throws IOException {
      if (unforced > 0) {
        force(true);
      }
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return file.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      file.close();
    }
  }
}
