package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;

/** Replaces the hash of a password by one that no password has. */
final class PasswordHash {
  /** A hash of zeros only, which programs can read. */
  private static final String BCRYPT = "$2a$10$" + ".".repeat(53);

  private static final String OTHER = "!";

  private PasswordHash() {}

  static Transformer create(MaskRequest request) {
    TextColumn column = TextColumn.of(request);
    String bcrypt = column.maxLength() >= BCRYPT.length() ? BCRYPT : OTHER;
    return (value, row) -> value.startsWith("$2") ? bcrypt : OTHER;
  }
}
