package dev.goldenrod.cli.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** MD5 checksums, which S3 uses as the ETags of uploaded parts. */
final class Md5 {
  private Md5() {}

  /** Returns the MD5 of the concatenated pieces in hexadecimal. */
  static String of(List<byte[]> pieces) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      pieces.forEach(digest::update);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no MD5", e);
    }
  }
}
