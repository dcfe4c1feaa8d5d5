package dev.goldenrod.cli.checkout;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Names of the database branches that belong to git branches. */
final class BranchNames {
  private static final int LONGEST = 63;
  private static final int HASH = 8;

  private BranchNames() {}

  /**
   * Returns candidate names, best first: a readable one ({@code shop-feature-x} for {@code
   * feature/x}) if it is valid after replacing slashes, and one with a hash, which is unique.
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
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
