package dev.goldenrod.client;

import java.util.List;

/** Versions of database engines. Thread-safe. */
public final class Engines {
  private final TypedApi api;

  Engines(TypedApi api) {
    this.api = api;
  }

  /** Those of all clusters, with what keeps one from running. */
  public List<Engine> list() {
    return api.list("/v1/engines", "engines", Engine.class);
  }

  /**
   * A version of an engine in a cluster.
   *
   * @param cluster the cluster's name; empty without a cluster
   * @param origin one of installed, bundled, downloaded, image, ""
   * @param message why it cannot run and the command that would change it, or what a user would not
   *     expect of it; empty for nothing
   */
  public record Engine(
      String type,
      String version,
      String cluster,
      boolean available,
      String origin,
      String message) {}
}
