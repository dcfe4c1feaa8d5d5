package dev.goldenrod.server.backup;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** An input stream that copies everything it reads to an output stream. */
final class CopyingStream extends FilterInputStream {
  private final OutputStream copy;

  CopyingStream(InputStream in, OutputStream copy) {
    super(in);
    this.copy = copy;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      copy.write(value);
    }
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      copy.write(buffer, offset, count);
    }
    return count;
  }
}
