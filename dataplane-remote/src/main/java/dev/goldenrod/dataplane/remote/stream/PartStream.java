package dev.goldenrod.dataplane.remote.stream;

import java.io.IOException;

/** Bytes of an archive on their way from an agent, or to it. One thread. */
public final class PartStream implements AutoCloseable {
  private final ByteStream stream;

  PartStream(ByteStream stream) {
    this.stream = stream;
  }

  /** By which the agent is told of it. */
  public long number() {
    return stream.number();
  }

  /**
   * Takes so many bytes.
   *
   * @throws IOException when they do not come
   */
  public byte[] receive(int length) throws IOException {
    return stream.readExactly(length);
  }

  /**
   * Sends all the bytes.
   *
   * @throws IOException when they are not taken
   */
  public void send(byte[] bytes) throws IOException {
    stream.write(bytes, bytes.length);
    stream.endOutput();
  }

  @Override
  public void close() {
    stream.close();
  }
}
