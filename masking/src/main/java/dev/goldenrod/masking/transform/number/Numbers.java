package dev.goldenrod.masking.transform.number;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.NumberType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;

/** Chooses how numbers are masked. NaN and infinity stay. */
final class Numbers {
  private static final List<String> METHODS = List.of("noise", "range", "bucket", "permutation");
  private static final Set<String> NO_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

  private Numbers() {}

  static Transformer create(MaskRequest request) {
    NumberType type = NumberType.of(request);
    String method = request.options().word("method", METHODS);
    requireOptionsOf(method, request.options());
    return switch (method) {
      case "noise" -> noise(request, type);
      case "range" -> range(request, type);
      case "bucket" -> bucket(request, type);
      default -> KeyPermutation.create(request, type);
    };
  }

  /** Adds or takes up to some percent. The sign stays, and only zero becomes zero. */
  private static Transformer noise(MaskRequest request, NumberType type) {
    double percent = request.options().number("percent").orElse(10.0);
    if (percent <= 0 || percent > 100) {
      throw request.options().wrong("percent", "above 0 and at most 100");
    }
    var hash = request.hash("noise");
    return finite(
        (value, row) -> {
          BigDecimal original = new BigDecimal(value);
          if (original.signum() == 0) {
            return value;
          }
          double share = (2 * hash.numbers(value).nextDouble() - 1) * percent / 100;
          BigDecimal noisy = original.multiply(BigDecimal.valueOf(1 + share));
          return written(moved(type, type.round(noisy, original), original));
        });
  }

  /** Returns another number if rounding brought the original back, or made it zero. */
  private static BigDecimal moved(NumberType type, BigDecimal masked, BigDecimal original) {
    if (masked.compareTo(original) != 0 && masked.signum() != 0) {
      return masked;
    }
    BigDecimal step = BigDecimal.ONE.scaleByPowerOfTen(-Math.max(masked.scale(), 0));
    BigDecimal away = original.signum() > 0 ? step : step.negate();
    BigDecimal farther = original.add(away);
    return type.holds(farther) ? farther : original.subtract(away);
  }

  /** Any number between two others. */
  private static Transformer range(MaskRequest request, NumberType type) {
    BigDecimal min = bound(request, "min", type);
    BigDecimal max = bound(request, "max", type);
    if (min.compareTo(max) >= 0) {
      throw request.options().wrong("min", "below 'max'");
    }
    var hash = request.hash("range");
    return finite(
        (value, row) -> {
          BigDecimal share = BigDecimal.valueOf(hash.numbers(value).nextDouble());
          BigDecimal width = max.subtract(min);
          if (type.isWhole()) {
            width = width.add(BigDecimal.ONE);
          }
          BigDecimal masked = type.round(min.add(width.multiply(share)), new BigDecimal(value));
          return written(masked.max(min));
        });
  }

  /** The largest multiple of the size that is not above the number. */
  private static Transformer bucket(MaskRequest request, NumberType type) {
    double given =
        request.options().number("size").orElseThrow(() -> request.options().missing("size"));
    BigDecimal size = new BigDecimal(Double.toString(given));
    boolean isTooSmall = type.isWhole() && (given < 2 || given != Math.rint(given));
    if (given <= 0 || isTooSmall) {
      throw request.options().wrong("size", "above 0, and for whole numbers a whole number from 2");
    }
    return finite(
        (value, row) -> {
          BigDecimal original = new BigDecimal(value);
          BigDecimal index = original.divide(size, 0, RoundingMode.FLOOR);
          return written(type.round(index.multiply(size), original));
        });
  }

  private static BigDecimal bound(MaskRequest request, String name, NumberType type) {
    Options options = request.options();
    double given = options.number(name).orElseThrow(() -> options.missing(name));
    BigDecimal bound = new BigDecimal(Double.toString(given));
    if (!type.holds(bound)) {
      throw options.wrong(name, "a number that the column can hold");
    }
    return bound;
  }

  private static void requireOptionsOf(String method, Options options) {
    var used =
        switch (method) {
          case "noise" -> Set.of("percent");
          case "range" -> Set.of("min", "max");
          case "bucket" -> Set.of("size");
          default -> Set.<String>of();
        };
    for (String option : List.of("percent", "min", "max", "size")) {
      if (!used.contains(option) && options.value(option).isPresent()) {
        throw options.wrong(option, "left out with the method " + method);
      }
    }
  }

  private static String written(BigDecimal number) {
    return number.toPlainString();
  }

  private static Transformer finite(Transformer transformer) {
    return (value, row) -> NO_NUMBERS.contains(value) ? value : transformer.mask(value, row);
  }
}
