package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.s3.S3Address;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.session.Session;
import java.nio.file.Path;

/** The destination of an exported archive, which gets its final name only when complete. */
interface ExportTarget extends AutoCloseable {
  /**
   * @param isRestart whether to discard what an earlier command left unfinished
   */
  static ExportTarget open(Session session, String name, boolean isRestart) {
    return S3Address.isOne(name)
        ? S3Export.open(S3Object.open(session, name), isRestart)
        : ArchiveFile.open(Path.of(name), isRestart);
  }

  /**
   * Returns the number of parts that are already stored, and discards incomplete ones.
   *
   * @param first the archive's first part, to recognize another archive
   */
  int resume(byte[] first, int parts);

  /** Reports the progress of the part; parts are numbered from 0. */
  default void reportProgress(Progress progress, int number, int parts) {
    progress.say("exporting", new Progress.Step(number, parts, "parts"));
  }

  void append(byte[] part);

  /** Returns where the parts of an unfinished export are kept, for a message. */
  String unfinished();

  /** Completes the archive after the last part and returns its size in bytes. */
  long finish();

  @Override
  void close();
}
