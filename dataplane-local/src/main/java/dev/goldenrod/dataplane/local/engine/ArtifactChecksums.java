package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * SHA-256 checksums of engine artifacts, by file name. Packages of the Linux distribution need
 * none, since their signatures are verified.
 */
public final class ArtifactChecksums {
  private static final String TABLE = "artifacts.sha256";

  private final Map<String, String> sums;
  private final boolean strict;

  private ArtifactChecksums(Map<String, String> sums, boolean strict) {
    this.sums = sums;
    this.strict = strict;
  }

  /** Returns the checksums of this release; artifacts without a checksum are accepted. */
  public static ArtifactChecksums known() {
    try (InputStream table =
        Objects.requireNonNull(ArtifactChecksums.class.getResourceAsStream(TABLE))) {
      return of(new String(table.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + TABLE, e);
    }
  }

  /** Parses the output format of {@code sha256sum}. */
  static ArtifactChecksums of(String table) {
    return new ArtifactChecksums(
        table
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(line -> line.split("\\s+", 2))
            .collect(Collectors.toUnmodifiableMap(words -> words[1], words -> words[0])),
        false);
  }

  /** Returns a copy that refuses artifacts without a checksum. */
  public ArtifactChecksums strictly() {
    return new ArtifactChecksums(sums, true);
  }

  void require(Path file) throws IOException {
    String known = sums.get(file.getFileName().toString());
    if (known == null && !strict) {
      return;
    }
    String found = sha256(file);
    if (known == null) {
      throw new DataPlaneException(
          "this release has no checksum for %s, whose SHA-256 is %s; compare that with the publisher's checksum, and install without --strict-checksums"
              .formatted(file, found));
    }
    if (!known.equals(found)) {
      throw new DataPlaneException(
          "%s differs from the published file: its SHA-256 is %s, but should be %s; delete the file, also from Maven's local repository, and fetch it again"
              .formatted(file, found, known));
    }
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
        Files.copy(file, out);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no SHA-256", e);
    }
  }
}
