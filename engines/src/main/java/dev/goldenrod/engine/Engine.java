package dev.goldenrod.engine;

import java.util.List;
import java.util.Map;

/** A kind of database server: what is particular to it, wherever it runs. Thread-safe. */
public interface Engine {
  /** The name of its type in the API, as in {@code postgresql}. */
  String type();

  /** The releases that can run, oldest first, as in {@code 15} or {@code 8.0}. */
  List<String> releases();

  /** The port that its clients use when they are told none. */
  int defaultPort();

  /** The scheme of a connection URL. */
  String urlScheme();

  /**
   * A server on data of this engine, running or not. Changes nothing.
   *
   * @throws dev.goldenrod.port.DataPlaneException when the data is not what the context says
   */
  EngineServer server(ServerContext context);

  /**
   * Makes an empty database in the empty data directory, with the login that its clients are given,
   * and leaves it cleanly shut down.
   *
   * @return what there is now
   * @throws dev.goldenrod.port.DataPlaneException when a tool or a statement fails
   */
  DatabaseInfo initialise(Preparation blank);

  /**
   * Settings of a server that never waits for the disk: its end costs nothing that was committed,
   * the machine's end may cost all.
   */
  default Map<String, String> volatileSettings() {
    return Map.of();
  }

  /** Does in advance what would make the first start slow. */
  void warmUp();
}
