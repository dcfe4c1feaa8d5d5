package dev.goldenrod.e2e;

/** Disk space that a test can use up while a server is running. */
interface LimitedDisk extends AutoCloseable {
  /** Leaves enough space for a small import only. */
  void fill();

  void free();

  String[] complaints();

  @Override
  void close();
}
