package dev.goldenrod.masking.transform.general;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Options;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.value.NumberType;
import dev.goldenrod.masking.value.TextColumn;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Replaces values by numbers in the order of the rows, so equal values have different masks and
 * another import numbers them in another way.
 */
final class Sequence implements Transformer {
  private final AtomicLong next;
  private final String prefix;
  private final long last;

  private Sequence(String prefix, long start, long last) {
    this.prefix = prefix;
    this.next = new AtomicLong(start);
    this.last = last;
  }

  static Transformer create(MaskRequest request) {
    Options options = request.options();
    long start = options.whole("start").orElse(1L);
    if (start < 0) {
      throw options.wrong("start", "a number from 0");
    }
    if (NumberType.isNumber(request.column().typeInfo().withoutDomains())) {
      NumberType type = NumberType.of(request);
      if (options.text("prefix").isPresent()) {
        throw options.wrong("prefix", "left out for a column of numbers");
      }
      long largest = type.largest() == null ? 1L << 53 : type.largest().longValue();
      return new Sequence("", start, largest);
    }
    String prefix = options.text("prefix").orElse("");
    int digits = Math.min(TextColumn.of(request).maxLength() - prefix.length(), 18);
    if (digits < 1) {
      throw options.wrong("prefix", "shorter than the column");
    }
    return new Sequence(prefix, start, (long) Math.pow(10, digits) - 1);
  }

  @Override
  public String mask(String value, Row row) {
    long number = next.getAndIncrement();
    if (number > last) {
      throw new IllegalStateException("the column holds no number above " + last);
    }
    return prefix + number;
  }

  @Override
  public boolean isInjective() {
    return true;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }
}
