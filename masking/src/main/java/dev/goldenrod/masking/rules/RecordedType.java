package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.stream.Collectors;

/**
 * The text of a column's type in a rules file: as {@code format_type} writes it, with the fields of
 * a composite type, so that a new field is noticed like a new column.
 */
public final class RecordedType {
  private RecordedType() {}

  /** Returns the text. */
  public static String of(Column column) {
    return column.type() + fields(column.typeInfo());
  }

  private static String fields(ColumnType type) {
    if (type.kind() == ColumnType.Kind.COMPOSITE) {
      return type.fields().stream()
          .map(field -> field.name() + " " + field.type().baseName() + fields(field.type()))
          .collect(Collectors.joining(", ", "(", ")"));
    }
    return type.element() == null ? "" : fields(type.element());
  }
}
