package dev.goldenrod.storage.jdbi;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;

/**
 * An H2 file store that searches the whole file for the newest complete version, and ignores chunks
 * that were written incompletely. H2's recovery mode also searches the whole file, but it treats an
 * unreadable page as empty, and thus a version whose last write was torn as an empty database.
 */
final class ScannedFileStore extends SingleFileStore {
  private final Set<Long> torn = new HashSet<>();
  private long newestVersion;

  private ScannedFileStore() {
    super(new HashMap<>());
  }

  /** Opens the file, or throws an {@link org.h2.mvstore.MVStoreException} if it is in use. */
  static ScannedFileStore open(Path file) {
    ScannedFileStore store = new ScannedFileStore();
    store.open(OrderedFilePath.prefix() + file, false, null);
    return store;
  }

  @Override
  protected void readStoreHeader(boolean recoveryMode) {
    findTornChunks();
    super.readStoreHeader(true);
  }

  private void findTornChunks() {
    for (long at = 0; at + ChunkChecksum.BLOCK <= size(); at += ChunkChecksum.BLOCK) {
      ByteBuffer block = readFully((SFChunk) null, at, ChunkChecksum.BLOCK);
      OptionalInt length = ChunkChecksum.length(block);
      if (length.isEmpty()) {
        continue;
      }
      if (isTorn(at, length.getAsInt())) {
        torn.add(at);
      } else {
        newestVersion = Math.max(newestVersion, ChunkChecksum.version(block));
      }
    }
  }

  /** Returns the newest version whose own write is complete, even if it cannot be read. */
  long newestVersion() {
    return newestVersion;
  }

  private boolean isTorn(long at, int length) {
    return at + length > size()
        || ChunkChecksum.isTorn(super.readFully((SFChunk) null, at, length));
  }

  @Override
  public ByteBuffer readFully(SFChunk chunk, long position, int length) {
    return torn.contains(position)
        ? ByteBuffer.allocate(length)
        : super.readFully(chunk, position, length);
  }

  @Override
  protected void writeFully(SFChunk chunk, long position, ByteBuffer bytes) {
    long end = position + bytes.remaining();
    super.writeFully(chunk, position, bytes);
    torn.removeIf(at -> at >= position && at < end);
  }
}
