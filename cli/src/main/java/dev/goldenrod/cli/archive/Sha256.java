package dev.goldenrod.cli.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

final class Sha256 {
  private Sha256() {}

  static MessageDigest begin() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Completes the digest and returns it in hexadecimal. */
  static String text(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }
}
