package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Files in which H2 does not overwrite space before its replacement is on the disk. H2 moves rows
 * by itself between two flushes and then reuses their old space; a disk that loses its power may
 * have kept the second write without the first, and then has the rows in neither place. Written
 * chunks get a {@link ChunkChecksum}, which shows whether they were kept completely. Only a few
 * writes may wait for the disk at a time, so a version that is many writes older than others in the
 * file was not left by a power cut.
 *
 * <p>For URLs that begin with {@code jdbc:h2:ordered:}. Public because H2 instantiates it.
 */
public final class OrderedFilePath extends FilePathWrapper {
  /** How many writes may be unforced; a further one waits until the disk has them. */
  static final int MOST_UNFORCED = 4;

  private static final String SCHEME = "ordered";

  /** H2 keeps two copies of its reference to the newest version here, and can search for it. */
  private static final int HEADER = 2 * 4096;

  /** Registers the class with H2, and returns the prefix of its paths. */
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
