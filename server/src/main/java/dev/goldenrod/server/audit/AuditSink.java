package dev.goldenrod.server.audit;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A destination of audit log lines. */
interface AuditSink {
  /** Appends complete lines, which are durable when this returns; throws if it cannot. */
  void append(byte[] lines) throws IOException;

  /**
   * Returns the sink for a file, - (standard output), or the {@code syslog://} address of a server.
   *
   * @throws IllegalArgumentException if the address is malformed
   */
  static AuditSink of(String name) {
    if (name.startsWith(Syslog.SCHEME + ":")) {
      return Syslog.at(name);
    }
    return name.equals("-")
        ? ofStream(new FileOutputStream(FileDescriptor.out))
        : new AuditFile(Path.of(name).toAbsolutePath());
  }

  private static AuditSink ofStream(OutputStream stream) {
    return lines -> {
      stream.write(lines);
      stream.flush();
    };
  }

  /**
   * Appends to a file. It is opened for each batch, so that log rotation can rename it, and created
   * with access for its owner only.
   */
  record AuditFile(Path path) implements AuditSink {
    @Override
    public void append(byte[] lines) throws IOException {
      if (Files.exists(path) && !Files.isRegularFile(path)) {
        throw new IOException(path + " is not a regular file");
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

    /** A full disk leaves no partial batch: the file is truncated to its previous size. */
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

    /** Ends the incomplete line that a server leaves if it is killed while writing. */
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
}
