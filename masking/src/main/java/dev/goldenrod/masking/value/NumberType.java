package dev.goldenrod.masking.value;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.schema.ColumnType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What numbers a column can hold.
 *
 * @param smallest the smallest number, or null without a limit
 * @param largest the largest number, or null without a limit
 * @param scale the number of digits after the point, or null if each number has its own
 */
public record NumberType(
    @Nullable BigDecimal smallest, @Nullable BigDecimal largest, @Nullable Integer scale) {
  private static final Map<String, NumberType> TYPES =
      Map.of(
          "int2", whole(Short.MIN_VALUE, Short.MAX_VALUE),
          "int4", whole(Integer.MIN_VALUE, Integer.MAX_VALUE),
          "int8", whole(Long.MIN_VALUE, Long.MAX_VALUE),
          "oid", whole(0, 0xffff_ffffL),
          "float4", new NumberType(null, null, null),
          "float8", new NumberType(null, null, null),
          "numeric", new NumberType(null, null, null));

  /** Returns whether a type is a number. */
  public static boolean isNumber(ColumnType type) {
    return type.kind() == ColumnType.Kind.BASE && TYPES.containsKey(type.baseName());
  }

  /**
   * Returns what a column can hold.
   *
   * @throws dev.goldenrod.masking.RuleException if the column's type is no number
   */
  public static NumberType of(MaskRequest request) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    if (!isNumber(type)) {
      throw request.wrongType("numbers");
    }
    Integer precision = type.precision();
    if (precision == null) {
      return TYPES.get(type.baseName());
    }
    int scale = type.scale() == null ? 0 : type.scale();
    BigDecimal largest =
        BigDecimal.ONE.movePointRight(precision).subtract(BigDecimal.ONE).movePointLeft(scale);
    return new NumberType(largest.negate(), largest, scale);
  }

  /** Returns whether the type has whole numbers only, of a limited range. */
  public boolean isWhole() {
    return smallest != null && scale != null && scale == 0;
  }

  /** Returns whether a column can hold the number without rounding. */
  public boolean holds(BigDecimal number) {
    return clamp(number).compareTo(number) == 0
        && (scale == null || number.stripTrailingZeros().scale() <= Math.max(scale, 0));
  }

  /** Returns the nearest number that a column can hold, apart from rounding. */
  public BigDecimal clamp(BigDecimal number) {
    if (smallest != null && number.compareTo(smallest) < 0) {
      return smallest;
    }
    return largest != null && number.compareTo(largest) > 0 ? largest : number;
  }

  /**
   * Returns the number as a column of this type holds it.
   *
   * @param original whose digits after the point count, if the type does not say how many there are
   */
  public BigDecimal round(BigDecimal number, BigDecimal original) {
    int digits = scale != null ? scale : Math.max(original.scale(), 0);
    return clamp(number.setScale(digits, RoundingMode.DOWN));
  }

  private static NumberType whole(long smallest, long largest) {
    return new NumberType(BigDecimal.valueOf(smallest), BigDecimal.valueOf(largest), 0);
  }
}
