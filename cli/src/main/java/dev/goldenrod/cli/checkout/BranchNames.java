package dev.goldenrod.cli.checkout;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the branch of a database is called that belongs to a branch of git. */
final class BranchNames {
  private static final int LONGEST = 63;
  private static final int HASH = 8;

  private BranchNames() {}

  /**
   * Names for it, best first. The first is {@code shop-feature-x} of {@code feature/x}, if nothing
   * but slashes has to be replaced; the last one ends with a hash, and is no other branch's.
   */
  static List<String> of(String database, String gitBranch) {
    String readable = database + "-" + gitBranch.replace('/', '-');
    String hashed = "-" + hash(database + "\n" + gitBranch);
    String base = cleaned(readable);
    String unique =
        base.substring(0, Math.min(base.length(), LONGEST - hashed.length())).replaceAll("-+$", "")
            + hashed;
    return Stream.of(readable, unique)
        .filter(name -> name.matches("[a-z]([a-z0-9-]{0,61}[a-z0-9])?"))
        .toList();
  }

  private static String cleaned(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java has SHA-256", e);
    }
  }
}
