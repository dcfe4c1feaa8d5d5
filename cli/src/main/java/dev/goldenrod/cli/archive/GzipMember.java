package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/**
 * One member of a gzip file, without optional header fields.
 *
 * @param length compressed size in bytes
 * @param content the decompressed content
 */
record GzipMember(int length, byte[] content) {
  private static final int HEAD_BYTES = 10;
  private static final int TAIL_BYTES = 8;
  private static final int FLAGS_AT = 3;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Returns the member at the beginning of the bytes; empty if there is no complete one. */
  static Optional<GzipMember> read(byte[] bytes) {
    if (bytes.length < HEAD_BYTES + TAIL_BYTES
        || bytes[0] != 0x1f
        || bytes[1] != (byte) 0x8b
        || bytes[FLAGS_AT] != 0) {
      return Optional.empty();
    }
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
      return inflate(inflater)
          .filter(content -> isWhole(bytes, HEAD_BYTES + (int) inflater.getBytesRead(), content))
          .map(
              content ->
                  new GzipMember(HEAD_BYTES + (int) inflater.getBytesRead() + TAIL_BYTES, content));
    } finally {
      inflater.end();
    }
  }

  /**
   * @throws CliException if the bytes are not exactly one member
   */
  static GzipMember whole(byte[] bytes) {
    return read(bytes)
        .filter(member -> member.length() == bytes.length)
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.NO_SERVER,
                    "the server's answer is not a part of an archive; is it a Goldenrod server?"));
  }

  private static Optional<byte[]> inflate(Inflater inflater) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    try {
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        if (count == 0 && !inflater.finished()) {
          return Optional.empty();
        }
        content.write(buffer, 0, count);
      }
      return Optional.of(content.toByteArray());
    } catch (DataFormatException damaged) {
      return Optional.empty();
    }
  }

  private static boolean isWhole(byte[] bytes, int tail, byte[] content) {
    if (tail + TAIL_BYTES > bytes.length) {
      return false;
    }
    CRC32 sum = new CRC32();
    sum.update(content);
    ByteBuffer told = ByteBuffer.wrap(bytes, tail, TAIL_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return told.getInt() == (int) sum.getValue() && told.getInt() == content.length;
  }

  /** Returns the last member of an archive, with the SHA-256 of the content before it. */
  static byte[] ofChecksum(MessageDigest sha256) {
    String text = "sha256 " + Digests.hex(sha256) + "\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new IllegalStateException("cannot write to memory", e);
    }
    return bytes.toByteArray();
  }
}
