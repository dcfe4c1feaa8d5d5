package dev.goldenrod.engine;

import java.util.Map;

/** Runs the server of data that is being prepared, reachable over loopback alone. */
public interface ServerRunner {
  /** A server that accepts logins on that loopback port; closing stops it when all is written. */
  record Running(int port, Runnable stop) implements AutoCloseable {
    @Override
    public void close() {
      stop.run();
    }
  }

  /**
   * Starts the server and waits until it accepts logins.
   *
   * @param settings of its configuration
   * @throws dev.goldenrod.port.DataPlaneException when it does not start; the message has the end
   *     of its log
   */
  Running start(Map<String, String> settings);
}
