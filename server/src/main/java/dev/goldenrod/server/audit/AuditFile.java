package dev.goldenrod.server.audit;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A file that is opened anew for every batch, so that one which was moved away is left alone, and
 * made, for its owner alone, where it is missing.
 */
record AuditFile(Path path) implements AuditSink {
  @Override
  public void append(byte[] lines) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new IOException(path + " is no regular file");
    }
    boolean isNew = !Files.exists(path);
    try (FileChannel file =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OwnerOnly.FILE)) {
      append(file, lines);
    }
    if (isNew) {
      DurableFile.force(path.toAbsolutePath().getParent());
    }
  }

  /** What a full disk took of the lines is taken back. */
  private static void append(FileChannel file, byte[] lines) throws IOException {
    long size = file.size();
    file.position(size);
    try {
      endBrokenLine(file, size);
      write(file, lines);
      file.force(true);
    } catch (IOException e) {
      file.truncate(size);
      throw e;
    }
  }

  /** A server that was killed while it wrote leaves half a line. */
  private static void endBrokenLine(FileChannel file, long size) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    if (size > 0 && file.read(last, size - 1) == 1 && last.get(0) != '\n') {
      write(file, new byte[] {'\n'});
    }
  }

  private static void write(FileChannel file, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
  }
}
