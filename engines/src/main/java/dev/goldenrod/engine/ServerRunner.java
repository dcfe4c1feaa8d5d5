package dev.goldenrod.engine;

import java.util.function.Function;

/** Runs the server of data that is being made, reachable over loopback alone. */
public interface ServerRunner {
  /**
   * A server that accepts logins.
   *
   * @param port where it is reached on the loopback address of this process
   * @param portForTools where the engine's tools reach it on theirs
   * @param stop stops it when all is written
   * @param leave is called instead when the work on it was interrupted: where the work can go on
   *     later, so does the server, and the next start finds it
   */
  record Running(int port, int portForTools, Runnable stop, Runnable leave)
      implements AutoCloseable {
    /** One that ends with the process that started it. */
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
   * @param info what is known of the data by now
   * @param server makes the server for the context that it gets; may be asked again for another
   *     port
   * @throws dev.goldenrod.port.DataPlaneException when it does not start; the message has the end
   *     of its log
   */
  Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server);
}
