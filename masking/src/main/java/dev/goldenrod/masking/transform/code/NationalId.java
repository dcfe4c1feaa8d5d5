package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.RangePermutation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Permutes the national ids of one format among the valid ones. Without the option {@code format},
 * and if an id is not valid, digits become digits and letters become letters.
 */
final class NationalId extends Code {
  private final List<IdFormat> formats;
  private final Map<IdFormat, RangePermutation> permutations = new ConcurrentHashMap<>();

  private NationalId(MaskRequest request, List<IdFormat> formats) {
    super(request, "national id");
    this.formats = formats;
  }

  static Transformer create(MaskRequest request) {
    String name = request.options().text("format").orElse("any");
    List<IdFormat> formats = IdFormats.BY_NAME.get(name);
    if (formats == null) {
      throw new RuleException(
          "option 'format' of 'national-id' is '%s'; it must be one of %s"
              .formatted(name, String.join(", ", new ArrayList<>(IdFormats.BY_NAME.keySet()))));
    }
    return new NationalId(request, formats);
  }

  @Override
  @Nullable String masked(String code) {
    for (IdFormat format : formats) {
      if (format.isValid(code)) {
        return permuted(format, code);
      }
    }
    return null;
  }

  /** Permutes among the numbers that are valid ids, by cycle walking. */
  private String permuted(IdFormat format, String code) {
    RangePermutation permutation =
        permutations.computeIfAbsent(
            format, used -> new RangePermutation(hash.derive(used.name()), used.size()));
    long number = format.number(code);
    String masked;
    do {
      number = permutation.apply(number);
      masked = format.code(number);
    } while (masked == null);
    return masked;
  }
}
