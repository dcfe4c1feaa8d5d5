package dev.goldenrod.masking.transform.number;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.RangePermutation;
import dev.goldenrod.masking.value.NumberType;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Permutes whole numbers among those with the same sign and as many digits, so that keys stay
 * unique and about as large. Zero stays.
 */
final class KeyPermutation implements Transformer {
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final KeyedHash hash;
  private final NumberType type;
  private final Map<Digits, Part> parts = new ConcurrentHashMap<>();

  private record Digits(int count, boolean isNegative) {}

  private record Part(long first, RangePermutation permutation) {}

  private KeyPermutation(KeyedHash hash, NumberType type) {
    this.hash = hash;
    this.type = type;
  }

  static Transformer create(MaskRequest request, NumberType type) {
    if (!type.isWhole() || type.largest().compareTo(LARGEST) > 0) {
      throw request.wrongType("by 'permutation' whole numbers of up to 18 digits");
    }
    return new KeyPermutation(request.hash("permutation"), type);
  }

  @Override
  public String mask(String value, Row row) {
    long number = Long.parseLong(value);
    if (number == 0 || number == Long.MIN_VALUE) {
      return value;
    }
    boolean isNegative = number < 0;
    long size = Math.abs(number);
    Part part =
        parts.computeIfAbsent(new Digits(Long.toString(size).length(), isNegative), this::part);
    long masked = part.first + part.permutation.apply(size - part.first);
    return Long.toString(isNegative ? -masked : masked);
  }

  @Override
  public boolean isInjective() {
    return true;
  }

  private Part part(Digits digits) {
    long first = power(digits.count - 1);
    BigDecimal bound = digits.isNegative ? type.smallest().negate() : type.largest();
    long largest = bound.min(LARGEST).longValue();
    long last = digits.count == 19 ? largest : Math.min(largest, power(digits.count) - 1);
    KeyedHash purpose =
        hash.derive(digits.count + (digits.isNegative ? " digits below zero" : " digits"));
    return new Part(first, new RangePermutation(purpose, last - first + 1));
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
