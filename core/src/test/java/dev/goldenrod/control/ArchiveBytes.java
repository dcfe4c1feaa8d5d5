package dev.goldenrod.control;

import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.member.Actor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Joins the parts of a snapshot's archive, as a client does. */
final class ArchiveBytes {
  private ArchiveBytes() {}

  /** Returns all parts, followed by their checksum. */
  static byte[] whole(Archives archives, Actor owner, UUID snapshot) throws Exception {
    ArchivePart first = archives.read(owner, snapshot, 0);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(first.bytes());
    for (int number = 1; number < first.parts(); number++) {
      all.write(archives.read(owner, snapshot, number).bytes());
    }
    byte[] plain = new GZIPInputStream(new ByteArrayInputStream(all.toByteArray())).readAllBytes();
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(plain);
    all.write(packed("sha256 " + HexFormat.of().formatHex(sum) + "\n"));
    return all.toByteArray();
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }
}
