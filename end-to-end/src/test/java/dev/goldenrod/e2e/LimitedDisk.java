package dev.goldenrod.e2e;

/** Room that a test can make scarce while a server uses it. */
interface LimitedDisk extends AutoCloseable {
  /** Leaves room for a small import and none for a larger one. */
  void fill();

  /** Gives the room back. */
  void free();

  /** What the system says when the room is used up, any of it. */
  String[] complaints();

  @Override
  void close();
}
