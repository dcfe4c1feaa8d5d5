package dev.goldenrod.dataplane.archive;

import dev.goldenrod.port.ArchiveRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * A file or directory of a tar archive: a name and a size. Owners, modes and times are neither
 * written nor read, and links and devices are not supported.
 *
 * @param name 1 to 98 characters of {@code A-Z a-z 0-9 _ . -}, in parts separated by slashes
 * @param size in bytes; 0 for a directory
 */
public record TarEntry(String name, boolean isDirectory, long size) {
  public static final int BLOCK = 512;

  /** The largest size that a header can hold in octal digits. */
  static final long MOST_BYTES = (1L << 33) - 1;

  private static final String NAME = "[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*";
  private static final int LONGEST_NAME = 99;
  private static final int NAME_BYTES = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_BYTES = 12;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_BYTES = 8;
  private static final int TYPE_AT = 156;
  private static final char DIRECTORY = '5';
  private static final char FILE = '0';

  /** Refuses names and sizes that a header cannot hold. */
  public TarEntry {
    if (name.length() >= LONGEST_NAME || !name.matches(NAME) || hasDots(name)) {
      throw new ArchiveRefusedException(
          "'%s' is not a valid name of a file in an archive".formatted(shown(name)));
    }
    if (size > MOST_BYTES) {
      throw new ArchiveRefusedException(
          "file '%s' has %d bytes, but a file in an archive has at most %d; dump the database instead"
              .formatted(name, size, MOST_BYTES));
    }
    if (size < 0 || isDirectory && size != 0) {
      throw new ArchiveRefusedException(
          "file '%s' in an archive cannot have %d bytes".formatted(name, size));
    }
  }

  private static boolean hasDots(String name) {
    return Arrays.stream(name.split("/")).anyMatch(part -> part.equals(".") || part.equals(".."));
  }

  private static String shown(String name) {
    return name.replaceAll("[^\\x20-\\x7e]", "?");
  }

  /** Returns the size of header and content in an archive. */
  public long bytes() {
    return BLOCK + padded(size);
  }

  /** Returns the size of a file's content in an archive, which is padded to whole blocks. */
  public static long padded(long size) {
    return (size + BLOCK - 1) / BLOCK * BLOCK;
  }

  /** Returns the header, which is always the same for equal entries. */
  public byte[] header() {
    byte[] header = new byte[BLOCK];
    put(header, 0, isDirectory ? name + "/" : name);
    put(header, 100, isDirectory ? "0000700" : "0000600");
    put(header, 108, "0000000");
    put(header, 116, "0000000");
    put(header, SIZE_AT, octal(size, SIZE_BYTES - 1));
    put(header, 136, octal(0, SIZE_BYTES - 1));
    put(header, CHECKSUM_AT, " ".repeat(CHECKSUM_BYTES));
    header[TYPE_AT] = (byte) (isDirectory ? DIRECTORY : FILE);
    put(header, 257, "ustar");
    put(header, 263, "00");
    int sum = 0;
    for (byte one : header) {
      sum += one;
    }
    put(header, CHECKSUM_AT, octal(sum, CHECKSUM_BYTES - 2));
    header[CHECKSUM_AT + CHECKSUM_BYTES - 2] = 0;
    return header;
  }

  /** Parses a header, and refuses all but the bytes that {@link #header} returns. */
  static TarEntry parse(byte[] header) {
    String name = text(header, 0, NAME_BYTES);
    boolean isDirectory = header[TYPE_AT] == DIRECTORY;
    String plain = isDirectory && name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
    TarEntry entry = new TarEntry(plain, isDirectory, size(text(header, SIZE_AT, SIZE_BYTES)));
    if (!Arrays.equals(header, entry.header())) {
      throw new ArchiveRefusedException(
          "'%s' is neither a regular file nor a directory, or was altered".formatted(plain));
    }
    return entry;
  }

  private static long size(String octal) {
    return octal.matches("[0-7]{1,11}") ? Long.parseLong(octal, 8) : -1;
  }

  private static String octal(long value, int digits) {
    String octal = Long.toOctalString(value);
    return "0".repeat(digits - octal.length()) + octal;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.ISO_8859_1);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s (%d bytes)", name, size);
  }
}
