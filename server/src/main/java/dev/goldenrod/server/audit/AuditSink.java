package dev.goldenrod.server.audit;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Where lines of the audit log go. */
interface AuditSink {
  /**
   * Takes whole lines, for good once it returns.
   *
   * @throws IOException when it has not taken all of them
   */
  void append(byte[] lines) throws IOException;

  /**
   * The sink of that name.
   *
   * @param name a file, - for standard output, or the {@code syslog://} address of a server
   * @throws IllegalArgumentException when it is no address
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
