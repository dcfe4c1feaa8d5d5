package dev.goldenrod.masking.value;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.schema.ColumnType;
import java.math.BigDecimal;
import java.util.Set;
import java.util.UUID;

/** Checks the values that rules contain against the type of their column. */
public final class Literal {
  private static final Set<String> BOOLEANS = Set.of("t", "f", "true", "false");

  private Literal() {}

  /**
   * Checks one value, as far as the type is known here.
   *
   * @throws RuleException if the column cannot hold the value
   */
  public static void requireFits(MaskRequest request, String option, String value) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    if (!fits(request, type, value)) {
      throw new RuleException(
          "option '%s' of '%s' is '%s', which column '%s' of type %s cannot hold"
              .formatted(
                  option,
                  request.options().transformer(),
                  value,
                  request.column().name(),
                  request.column().type()));
    }
  }

  private static boolean fits(MaskRequest request, ColumnType type, String value) {
    if (TextColumn.isText(type)) {
      return value.length() <= TextColumn.of(request).maxLength();
    }
    if (type.kind() == ColumnType.Kind.ENUM) {
      return type.labels().contains(value);
    }
    if (NumberType.isNumber(type)) {
      return isNumber(value) && NumberType.of(request).holds(new BigDecimal(value));
    }
    return switch (type.baseName()) {
      case "bool" -> BOOLEANS.contains(value);
      case "uuid" -> isUuid(value);
      default -> true;
    };
  }

  private static boolean isNumber(String value) {
    try {
      new BigDecimal(value);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isUuid(String value) {
    try {
      return UUID.fromString(value).toString().equalsIgnoreCase(value);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
