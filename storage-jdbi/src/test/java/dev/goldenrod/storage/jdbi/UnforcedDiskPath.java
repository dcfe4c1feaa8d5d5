package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/** H2 files on disks whose power can be cut, for URLs that begin with {@code jdbc:h2:unforced:}. */
public final class UnforcedDiskPath extends FilePathWrapper {
  private static final Map<String, UnforcedDisk> DISKS = new ConcurrentHashMap<>();

  /** Assigns the disk to the file, given by its H2 path. */
  static void put(String file, UnforcedDisk disk) {
    FilePath.register(new UnforcedDiskPath());
    DISKS.put(file, disk);
  }

  @Override
  public String getScheme() {
    return "unforced";
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    return new File(getBase().open(mode), DISKS.get(getBase().toString()));
  }

  private static final class File extends FileBaseDefault {
    private final FileChannel channel;
    private final UnforcedDisk disk;

    File(FileChannel channel, UnforcedDisk disk) {
      this.channel = channel;
      this.disk = disk;
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
      return channel.read(to, position);
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
      disk.write(position, from);
      return channel.write(from, position);
    }

    @Override
    protected void implTruncate(long size) throws IOException {
      disk.truncate(size);
      channel.truncate(size);
    }

    @Override
    public void force(boolean metaData) throws IOException {
      disk.force();
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) throws IOException {
      return channel.tryLock(position, size, shared);
    }

    @Override
    protected void implCloseChannel() throws IOException {
      channel.close();
    }
  }
}
