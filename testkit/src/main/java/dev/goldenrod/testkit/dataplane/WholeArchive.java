package dev.goldenrod.testkit.dataplane;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.SnapshotArchives;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Whole archives, as clients export and import them. */
public final class WholeArchive {
  private WholeArchive() {}

  /** Returns the archive of a ready snapshot, with its checksum. */
  public static byte[] of(DataPlane plane, UUID snapshot) {
    byte[] parts = parts(plane, snapshot);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(parts);
    whole.writeBytes(packed("sha256 " + HexFormat.of().formatHex(sum(parts)) + "\n"));
    return whole.toByteArray();
  }

  /** Returns the parts of an archive without the checksum. */
  public static byte[] parts(DataPlane plane, UUID snapshot) {
    ArchivePart first = plane.archives().read(snapshot, 0);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(first.bytes());
    for (int number = 1; number < first.parts(); number++) {
      all.writeBytes(plane.archives().read(snapshot, number).bytes());
    }
    return all.toByteArray();
  }

  /** Uploads an archive from the given offset. */
  public static void send(DataPlane plane, UUID id, byte[] archive, int from) {
    for (int at = from; at < archive.length; at += SnapshotArchives.MOST_BYTES) {
      int to = Math.min(archive.length, at + SnapshotArchives.MOST_BYTES);
      plane.archives().append(id, at, Arrays.copyOfRange(archive, at, to));
    }
  }

  private static byte[] sum(byte[] parts) {
    try {
      byte[] plain = new GZIPInputStream(new ByteArrayInputStream(parts)).readAllBytes();
      return MessageDigest.getInstance("SHA-256").digest(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
