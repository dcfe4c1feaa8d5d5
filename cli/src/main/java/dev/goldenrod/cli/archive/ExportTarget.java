package dev.goldenrod.cli.archive;

/** Where an archive is written to. It is there under its name once it is whole, and not before. */
interface ExportTarget extends AutoCloseable {
  /**
   * How many whole parts are there already; others are dropped.
   *
   * @param first the archive's first part
   * @param parts how many it has
   */
  int resume(byte[] first, int parts);

  /** Appends a part. */
  void append(byte[] part);

  /** Makes it whole, after the last part; returns its bytes. */
  long finish();

  @Override
  void close();
}
