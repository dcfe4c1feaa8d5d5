package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Permutes the addresses of network cards: of columns {@code macaddr} and {@code macaddr8}, or
 * texts.
 */
final class MacAddress {
  private static final Set<String> TYPES = Set.of("macaddr", "macaddr8");
  private static final Pattern HEX = Pattern.compile("[0-9A-F]{12}([0-9A-F]{4})?");
  private static final String DIGITS = "0123456789ABCDEF";

  private MacAddress() {}

  static Transformer create(MaskRequest request) {
    if (TYPES.contains(request.column().typeInfo().withoutDomains().baseName())) {
      return new OfMac(new PatternPermutation(request.hash("mac")));
    }
    return new OfText(request);
  }

  private record OfMac(PatternPermutation permutation) implements Transformer {
    @Override
    public String mask(String value, Row row) {
      String digits = value.replace(":", "").toUpperCase(Locale.ROOT);
      String masked = permutation.permute(digits, DIGITS).toLowerCase(Locale.ROOT);
      StringBuilder address = new StringBuilder(masked);
      for (int at = masked.length() - 2; at > 0; at -= 2) {
        address.insert(at, ':');
      }
      return address.toString();
    }

    @Override
    public boolean isInjective() {
      return true;
    }
  }

  private static final class OfText extends Code {
    private final PatternPermutation permutation = new PatternPermutation(hash);

    OfText(MaskRequest request) {
      super(request, "mac");
    }

    @Override
    @Nullable String masked(String code) {
      return HEX.matcher(code).matches() ? permutation.permute(code, DIGITS) : null;
    }
  }
}
