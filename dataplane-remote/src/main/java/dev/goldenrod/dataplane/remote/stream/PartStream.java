package dev.goldenrod.dataplane.remote.stream;

import java.io.IOException;

/** A stream of an archive's bytes between an agent and a control plane. Not thread-safe. */
public final class PartStream implements AutoCloseable {
  private final ByteStream stream;

  PartStream(ByteStream stream) {
    this.stream = stream;
  }

  public long number() {
    return stream.number();
  }

  /** Receives exactly the given number of bytes, or throws. */
  public byte[] receive(int length) throws IOException {
    byte[] bytes = new byte[length];
    byte[] buffer = new byte[ByteStream.LONGEST_DATA];
    int filled = 0;
    while (filled < length) {
      int count = stream.read(buffer);
      if (count < 0 || count > length - filled) {
        throw new IOException(
            "received another number of bytes than the expected %d".formatted(length));
      }
      System.arraycopy(buffer, 0, bytes, filled, count);
      filled += count;
    }
    return bytes;
  }

  /** Sends the bytes and closes the output. */
  public void send(byte[] bytes) throws IOException {
    stream.write(bytes, bytes.length);
    stream.endOutput();
  }

  @Override
  public void close() {
    stream.close();
  }
}
