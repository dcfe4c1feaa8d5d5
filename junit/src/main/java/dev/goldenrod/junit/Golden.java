package dev.goldenrod.junit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A golden and its recipe. */
record Golden(String name, Recipe recipe) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
  private static final int FINGERPRINT_BYTES = 8;

  /**
   * Validates the golden even if the server already has it, because missing files or classes would
   * fail at its next change.
   *
   * @throws GoldenrodException if the class path lacks a class
   * @throws IllegalArgumentException if the name is invalid or the recipe is invalid
   */
  void validate() {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "golden '%s' must have 1 to 40 characters a-z, 0-9 and -, beginning with a letter"
              .formatted(name));
    }
    recipe.validate(name);
  }

  /**
   * Returns the name on the server, which contains a hash of the recipe's content, so that builds
   * with equal content share the golden.
   *
   * @param postgres the PostgreSQL major version
   */
  String nameOnServer(String postgres) {
    MessageDigest digest = sha256();
    add(digest, "postgres", postgres.getBytes(StandardCharsets.UTF_8));
    recipe.ingredients().forEach((part, content) -> add(digest, part, content));
    byte[] start = Arrays.copyOf(digest.digest(), FINGERPRINT_BYTES);
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
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
