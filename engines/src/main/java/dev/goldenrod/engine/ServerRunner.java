package dev.goldenrod.engine;

import java.util.function.Function;

/** Runs the server of data that is being prepared, reachable over loopback only. */
public interface ServerRunner {
  /**
   * A server that accepts logins.
   *
   * @param port on the loopback address of this process
   * @param portForTools on the loopback address of the engine's tools
   * @param stop shuts the server down cleanly
   * @param onInterrupt is called instead if the work is interrupted: where work can continue later,
   *     it leaves the server running, and the next start finds it
   */
  record Running(int port, int portForTools, Runnable stop, Runnable onInterrupt)
      implements AutoCloseable {
    public Running(int port, int portForTools, Runnable stop) {
      this(port, portForTools, stop, stop);
    }

    @Override
    public void close() {
      stop.run();
    }
  }

  /**
   * Starts the server and waits until it accepts logins.
   *
   * @param info the current description of the data
   * @param server creates the server; called again if another port is needed
   * @throws dev.goldenrod.port.DataPlaneException if the server does not start; the message has the
   *     end of its log
   */
  Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server);
}
