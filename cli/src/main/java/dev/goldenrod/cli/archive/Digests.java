package dev.goldenrod.cli.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Checksums of archives and of their parts. */
final class Digests {
  private Digests() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Completes the digest and returns it in hexadecimal. */
  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns the MD5 of the concatenated pieces in hexadecimal, S3's ETag of an uploaded part. */
  static String md5(List<byte[]> pieces) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      pieces.forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5", e);
    }
  }
}
