package dev.goldenrod.tunnel;

import java.io.IOException;

/**
 * A client's connection to the server of a database, as over TCP: bytes in both directions, each in
 * its order. One thread reads and another one may write meanwhile; any may close it.
 */
public interface ClientConnection extends AutoCloseable {
  /**
   * Reads what the server sent, as much as there is and has room; waits while there is nothing.
   * What nobody reads makes the server wait.
   *
   * @return how many bytes, one at least; -1 when the server sends no more
   * @throws IOException when the connection broke, or was closed
   */
  int read(byte[] buffer) throws IOException;

  /**
   * Sends the first bytes of the buffer; waits while the server takes none, so that no more than a
   * bounded number is on the way.
   *
   * @throws IOException when the connection broke, or was closed
   */
  void write(byte[] buffer, int length) throws IOException;

  /**
   * Tells the server that nothing more is written; what it sends can still be read. Where the way
   * to the server knows no half-closed connection, it ends the whole one.
   *
   * @throws IOException when the connection broke, or was closed
   */
  void endOutput() throws IOException;

  /** Ends the connection, and whoever waits in it; without effect when it is over. */
  @Override
  void close();
}
