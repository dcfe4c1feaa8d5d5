package dev.goldenrod.testing;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.SnapshotArchives;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The archives imported into a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeArchives {
  private static final String HEAD = "archive of a fake\n";
  private static final String SUM = "sha256 ";
  private static final int SUM_LENGTH = SUM.length() + 64 + 1;

  private final Map<UUID, byte[]> received = new HashMap<>();
  private final Map<UUID, String> failures = new HashMap<>();

  static ArchivePart read(Optional<FakeSnapshots.SnapshotData> snapshot, int part) {
    String[] parts = {
      HEAD, snapshot.orElseThrow(() -> new ArchiveRefusedException("the snapshot is gone")).data()
    };
    if (part < 0 || part >= parts.length) {
      throw new ArchiveRefusedException("the archive has parts 0 and 1, but no part " + part);
    }
    return new ArchivePart(packed(parts[part]), parts.length);
  }

  private static byte[] packed(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  long append(UUID archive, long offset, byte[] bytes) {
    byte[] before = received.getOrDefault(archive, new byte[0]);
    if (bytes.length > SnapshotArchives.MOST_BYTES) {
      throw new ArchiveRefusedException(bytes.length + " bytes are more than one request may have");
    }
    if (before.length != offset) {
      throw new ArchiveRefusedException(
          "archive %s has %d bytes, not %d".formatted(archive, before.length, offset));
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(before);
    all.writeBytes(bytes);
    received.put(archive, all.toByteArray());
    failures.remove(archive);
    return all.size();
  }

  ArchiveObservation observe(UUID archive, Optional<ImportResult> made) {
    long bytes = received.getOrDefault(archive, new byte[0]).length;
    return made.map(it -> ArchiveObservation.ready(it.handle(), it.sizeBytes(), ""))
        .or(
            () ->
                Optional.ofNullable(failures.get(archive))
                    .map(why -> ArchiveObservation.failed(bytes, why)))
        .orElseGet(() -> ArchiveObservation.receiving(bytes));
  }

  /**
   * Ends the receiving and returns the archive's data; empty, and recorded as failed, if invalid.
   */
  Optional<String> unpack(UUID archive) {
    byte[] bytes = received.remove(archive);
    Optional<String> data = bytes == null ? Optional.empty() : data(bytes);
    if (data.isEmpty()) {
      failures.put(archive, "the archive is incomplete or was altered");
    }
    return data;
  }

  private static Optional<String> data(byte[] packed) {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      String all = new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
      String before = all.substring(0, Math.max(0, all.length() - SUM_LENGTH));
      return all.equals(before + SUM + sha256(before) + "\n") && before.startsWith(HEAD)
          ? Optional.of(before.substring(HEAD.length()))
          : Optional.empty();
    } catch (IOException damaged) {
      return Optional.empty();
    }
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
