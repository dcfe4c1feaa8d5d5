package dev.goldenrod.server.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

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
}
