package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.output.Measure;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.s3.S3Address;
import dev.goldenrod.cli.session.Session;
import java.nio.file.Path;

/** Where an archive is written to. It is there under its name once it is whole, and not before. */
interface ExportTarget extends AutoCloseable {
  /**
   * The one of that name: a file's, or an address in S3.
   *
   * @param isRestart whether what an earlier command left unfinished there is dropped
   */
  static ExportTarget open(Session session, String name, boolean isRestart) {
    return S3Address.isOne(name)
        ? S3Export.open(S3Objects.open(session, name), isRestart)
        : ArchiveFile.open(Path.of(name), isRestart);
  }

  /**
   * How many whole parts are there already, and need not be appended; others are dropped.
   *
   * @param first the archive's first part
   * @param parts how many it has
   */
  int resume(byte[] first, int parts);

  /**
   * Says what is done about the next part.
   *
   * @param number of the part, from 0
   * @param parts how many the archive has
   */
  default void tell(Progress progress, int number, int parts) {
    progress.say("exporting", new Measure(number, parts, "parts"));
  }

  /** Appends a part. */
  void append(byte[] part);

  /** Makes it whole, after the last part; returns its bytes. */
  long finish();

  @Override
  void close();
}
