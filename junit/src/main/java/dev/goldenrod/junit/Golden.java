package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A golden by its recipe. */
record Golden(String name, Recipe recipe) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
  private static final int FINGERPRINT_BYTES = 8;

  /**
   * Refuses what cannot be made, whatever a server has already: what is missing here is missing at
   * the next change of the golden.
   *
   * @throws GoldenrodException when the class path lacks something, and so does {@link
   *     IllegalArgumentException}; the message names it
   */
  void requireSensible() {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "golden '%s' must be 1 to 40 of a-z, 0-9 and -, beginning with a letter".formatted(name));
    }
    recipe.requireSensible(name);
  }

  /**
   * The name that a server knows it by: the same for the same content, whichever build made it.
   *
   * @param postgres the major version
   */
  String nameOnServer(String postgres) {
    MessageDigest digest = sha256();
    add(digest, "postgres", postgres.getBytes(StandardCharsets.UTF_8));
    recipe.ingredients().forEach((part, content) -> add(digest, part, content));
    byte[] start = java.util.Arrays.copyOf(digest.digest(), FINGERPRINT_BYTES);
    return name + "-" + HexFormat.of().formatHex(start);
  }

  private static void add(MessageDigest digest, String part, byte[] content) {
    byte[] begin = "%s %d\n".formatted(part, content.length).getBytes(StandardCharsets.UTF_8);
    digest.update(begin);
    digest.update(content);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
