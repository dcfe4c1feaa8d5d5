package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.s3.S3Bytes;
import dev.goldenrod.cli.s3.S3Object;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.Arrays;

/** An archive in S3. Each request to S3 reads 8 MiB, which serve several reads. Not thread-safe. */
final class S3Archive implements ArchiveSource {
  private static final int WINDOW_BYTES = 8 << 20;

  private final S3Object object;
  private S3Bytes window;
  private long start;

  private S3Archive(S3Object object, S3Bytes window) {
    this.object = object;
    this.window = window;
  }

  static S3Archive open(S3Object object) {
    return new S3Archive(object, object.read(0, WINDOW_BYTES).orElseThrow(() -> gone(object)));
  }

  private static CliException gone(S3Object object) {
    return new CliException(ExitCode.NOT_FOUND, "'%s' does not exist".formatted(object));
  }

  @Override
  public long size() {
    return window.size();
  }

  @Override
  public byte[] read(long offset, int length) {
    if (!isWithin(offset, length)) {
      window = object.read(offset, WINDOW_BYTES, window.etag()).orElseThrow(() -> gone(object));
      start = offset;
    }
    if (!isWithin(offset, length)) {
      throw new CliException(
          ExitCode.NO_SERVER, "S3 returned other bytes of '%s' than requested".formatted(object));
    }
    int from = (int) (offset - start);
    return Arrays.copyOfRange(window.bytes(), from, from + length);
  }

  private boolean isWithin(long offset, int length) {
    return offset >= start && offset + length <= start + window.bytes().length;
  }

  @Override
  public void close() {
    // No connection stays open between requests.
  }
}
