package dev.goldenrod.client;

import java.util.List;

/** Versions of database engines. Thread-safe. */
public final class Engines {
  private final TypedApi api;

  Engines(TypedApi api) {
    this.api = api;
  }

  /** Returns the engine versions of all clusters, including unavailable ones with the reason. */
  public List<Engine> list() {
    return api.list("/v1/engines", "engines", Engine.class);
  }

  /**
   * A version of an engine in a cluster.
   *
   * @param cluster name of the cluster; may be empty
   * @param origin one of installed, bundled, downloaded, image, ""
   * @param message why it cannot run and the command that fixes it, or a surprising property; may
   *     be empty
   */
  public record Engine(
      String type,
      String version,
      String cluster,
      boolean available,
      String origin,
      String message) {}
}
