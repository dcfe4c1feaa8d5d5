package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;
import java.util.HexFormat;
import java.util.function.UnaryOperator;

/**
 * Replaces a text by hexadecimal digits of its keyed digest, or by its token if these do not fit.
 */
final class Hash implements Transformer {
  private static final int HEX_DIGITS = 32;

  private final KeyedHash hash;
  private final TextColumn column;

  private Hash(KeyedHash hash, TextColumn column) {
    this.hash = hash;
    this.column = column;
  }

  static Transformer create(MaskRequest request) {
    KeyedHash hash = request.hash("hash");
    return switch (request.column().typeInfo().withoutDomains().baseName()) {
      case "bytea" -> digested(value -> "\\x" + HexFormat.of().formatHex(hash.digest(value)));
      case "json", "jsonb" -> digested(value -> '"' + hex(hash.digest(value)) + '"');
      default -> new Hash(hash, TextColumn.of(request));
    };
  }

  @Override
  public String mask(String value, Row row) {
    byte[] digest = hash.digest(column.canonical(value));
    return column.maxLength() >= HEX_DIGITS ? hex(digest) : Token.of(digest, column.maxLength());
  }

  @Override
  public boolean isInjective() {
    return column.maxLength() >= Token.FULL_WIDTH;
  }

  private static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest, 0, HEX_DIGITS / 2);
  }

  private static Transformer digested(UnaryOperator<String> function) {
    return new Transformer() {
      @Override
      public String mask(String value, Row row) {
        return function.apply(value);
      }

      @Override
      public boolean isInjective() {
        return true;
      }
    };
  }
}
