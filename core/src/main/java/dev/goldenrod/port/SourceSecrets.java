package dev.goldenrod.port;

import dev.goldenrod.source.SourceConnection;

/** The passwords of sources on the server's own machine. Thread-safe. */
public interface SourceSecrets {
  /**
   * Stores the password as the source's secret, durably and in place of an earlier one. It is sent
   * to no other host, port, database or user than the source's.
   *
   * @throws DataPlaneException if it cannot be stored; the message never has the password
   */
  void store(SourceConnection source, String password);
}
