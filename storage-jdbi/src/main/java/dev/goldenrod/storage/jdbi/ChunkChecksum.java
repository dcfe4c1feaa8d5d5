package dev.goldenrod.storage.jdbi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A checksum in the header of each chunk that H2 writes, over everything after the header. H2
 * itself checks only the first and the last bytes of a chunk, between which a disk that lost its
 * power may have kept nothing. H2 ignores the additional header entry, for which its padded headers
 * have room.
 */
final class ChunkChecksum {
  /** Chunks begin at multiples of this many bytes, and their lengths are multiples of it. */
  static final int BLOCK = 4096;

  private static final int MOST_HEADER_BYTES = 1024;
  private static final String KEY = ",sum:";
  private static final int ENTRY_BYTES = KEY.length() + Integer.BYTES * 2;
  private static final Pattern HEADER = Pattern.compile("chunk:.*?,len:([0-9a-f]+),[^ \\n]*");
  private static final Pattern VERSION = Pattern.compile(",version:([0-9a-f]+)");
  private static final Pattern SUM = Pattern.compile(KEY + "([0-9a-f]{8})");

  private ChunkChecksum() {}

  /** Adds a checksum to the header if the bytes are a chunk; otherwise does nothing. */
  static void putInto(ByteBuffer written) {
    String header = header(written);
    Matcher entries = HEADER.matcher(header);
    if (entries.lookingAt()
        && !header.contains(KEY)
        && header.length() - entries.end() >= ENTRY_BYTES
        && written.remaining() == length(entries)) {
      String entry = KEY + "%08x".formatted(sum(written, header));
      ByteBuffer padding = written.duplicate().position(written.position() + entries.end());
      padding.put(entry.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** Returns the bytes of the chunk that begins with the block; empty without a checksum. */
  static OptionalInt length(ByteBuffer block) {
    String header = header(block);
    Matcher entries = HEADER.matcher(header);
    return entries.lookingAt() && SUM.matcher(header).find()
        ? OptionalInt.of(length(entries))
        : OptionalInt.empty();
  }

  /** Returns the version of the database that the chunk completes; 0 if its header has none. */
  static long version(ByteBuffer chunk) {
    Matcher version = VERSION.matcher(header(chunk));
    return version.find() ? Long.parseLong(version.group(1), 16) : 0;
  }

  /** Returns whether the bytes of a chunk with a checksum differ from those that were written. */
  static boolean isTorn(ByteBuffer chunk) {
    String header = header(chunk);
    Matcher sum = SUM.matcher(header);
    return !sum.find() || Integer.parseUnsignedInt(sum.group(1), 16) != sum(chunk, header);
  }

  private static int length(Matcher entries) {
    return Integer.parseUnsignedInt(entries.group(1), 16) * BLOCK;
  }

  private static int sum(ByteBuffer chunk, String header) {
    CRC32C sum = new CRC32C();
    sum.update(chunk.duplicate().position(chunk.position() + header.length()));
    return (int) sum.getValue();
  }

  private static String header(ByteBuffer bytes) {
    byte[] beginning = new byte[Math.min(bytes.remaining(), MOST_HEADER_BYTES)];
    bytes.duplicate().get(beginning);
    String text = new String(beginning, StandardCharsets.ISO_8859_1);
    return text.substring(0, Math.max(0, text.indexOf('\n')));
  }
}
