package dev.goldenrod.server.demo;

/** Makes the next version of a golden from the source as it is now. */
public interface VersionMaker {
  /**
   * Returns when the version can be cloned.
   *
   * @throws DemoFailure when that failed
   */
  void make(String golden);
}
