package dev.goldenrod.tunnel;

import java.io.IOException;

/**
 * A client's connection to the server of a database: an ordered byte stream in each direction, as
 * over TCP. One thread may read while another one writes; any thread may close it.
 */
public interface ClientConnection extends AutoCloseable {
  /**
   * Reads the bytes that have arrived, as far as the buffer has room; blocks while there are none.
   * Unread bytes slow the server down.
   *
   * @return the number of bytes, at least one; -1 when the server sends no more
   * @throws IOException when the connection is broken or closed
   */
  int read(byte[] buffer) throws IOException;

  /**
   * Sends the first {@code length} bytes of the buffer; blocks while the server does not accept
   * them, so that the number of bytes in transit is bounded.
   *
   * @throws IOException when the connection is broken or closed
   */
  void write(byte[] buffer, int length) throws IOException;

  /**
   * Tells the server that no more bytes follow; its output can still be read. If the transport does
   * not support half-closed connections, the whole connection ends.
   *
   * @throws IOException when the connection is broken or closed
   */
  void endOutput() throws IOException;

  /** Closes the connection and interrupts blocked calls; no effect when it is closed already. */
  @Override
  void close();
}
