package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;

/** Replaces the name of a login by a token that begins with a letter. */
final class UserName implements Transformer {
  private static final String PREFIX = "u";
  private static final int SHORTEST = 4;

  private final KeyedHash hash;
  private final TextColumn column;
  private final int length;

  private UserName(KeyedHash hash, TextColumn column) {
    this.hash = hash;
    this.column = column;
    this.length = Math.min(Token.FULL_WIDTH, column.maxLength() - PREFIX.length());
  }

  static Transformer create(MaskRequest request) {
    UserName userName = new UserName(request.hash("user name"), TextColumn.of(request));
    if (userName.length < SHORTEST) {
      throw new RuleException(
          "column '%s' is too short for 'user-name': use 'hash'"
              .formatted(request.column().name()));
    }
    return userName;
  }

  @Override
  public String mask(String value, Row row) {
    return value.isBlank()
        ? value
        : PREFIX + Token.ofVariant(hash, column.canonical(value), length);
  }

  @Override
  public boolean isInjective() {
    return length == Token.FULL_WIDTH;
  }
}
