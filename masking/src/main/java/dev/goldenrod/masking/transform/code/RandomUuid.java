package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Replaces UUIDs by those of version 4 that look random. */
final class RandomUuid {
  private static final Pattern HEX = Pattern.compile("[0-9A-F]{32}");

  private RandomUuid() {}

  static Transformer create(MaskRequest request) {
    if (request.column().typeInfo().withoutDomains().baseName().equals("uuid")) {
      return new OfUuid(request.hash("uuid"));
    }
    return new OfText(request);
  }

  /** Returns 32 hexadecimal digits with the version and variant of random UUIDs. */
  private static String digits(KeyedHash hash, String compact) {
    byte[] bytes = hash.digest(compact);
    bytes[6] = (byte) (bytes[6] & 0x0f | 0x40);
    bytes[8] = (byte) (bytes[8] & 0x3f | 0x80);
    return HexFormat.of().withUpperCase().formatHex(bytes, 0, 16);
  }

  private record OfUuid(KeyedHash hash) implements Transformer {
    @Override
    public String mask(String value, Row row) {
      String compact = value.replace("-", "").toUpperCase(Locale.ROOT);
      String digits = digits(hash, compact).toLowerCase(Locale.ROOT);
      return new StringBuilder(digits)
          .insert(20, '-')
          .insert(16, '-')
          .insert(12, '-')
          .insert(8, '-')
          .toString();
    }

    @Override
    public boolean isInjective() {
      return true;
    }
  }

  private static final class OfText extends Code {
    OfText(MaskRequest request) {
      super(request, "uuid");
    }

    @Override
    @Nullable String masked(String code) {
      return HEX.matcher(code).matches() ? digits(hash, code) : null;
    }
  }
}
