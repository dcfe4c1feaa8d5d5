package dev.goldenrod.engine;

import java.util.List;
import java.util.Map;

/** A kind of database server, independent of the data plane that runs it. Thread-safe. */
public interface Engine {
  /** Returns the API name of the engine, such as {@code postgresql}. */
  String type();

  /** Returns the supported releases, oldest first, such as {@code 15} or {@code 8.0}. */
  List<String> releases();

  int defaultPort();

  String urlScheme();

  /** Returns a server for existing data, without starting it or changing anything. */
  EngineServer server(ServerContext context);

  /**
   * Creates an empty database with a client login in the empty data directory, and leaves it
   * cleanly shut down.
   *
   * @return a description of the new data
   */
  DatabaseInfo initialise(DataDirectoryContext blank);

  /**
   * Returns settings with which a server never waits for the disk. Commits survive the end of the
   * server, but may be lost if the machine fails.
   */
  default Map<String, String> volatileSettings() {
    return Map.of();
  }

  /**
   * Loads in advance what would slow down the first start of a server. Does nothing for an engine
   * whose driver is loaded while the server starts.
   */
  default void warmUp() {}
}
