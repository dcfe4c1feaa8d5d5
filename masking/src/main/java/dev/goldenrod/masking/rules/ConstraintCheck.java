package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.schema.Table;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks that masked values can satisfy the constraints of their table. */
final class ConstraintCheck {
  private final CheckContext context;
  private final Table table;
  private final Set<String> masked = new TreeSet<>();
  private final Set<String> colliding = new TreeSet<>();

  ConstraintCheck(CheckContext context, Table table, ColumnCheck columns) {
    this.context = context;
    this.table = table;
    table.columns().stream()
        .map(column -> columns.mask(column).mask().orElse(null))
        .filter(ColumnMask.Mask.class::isInstance)
        .map(ColumnMask.Mask.class::cast)
        .forEach(this::add);
  }

  private void add(ColumnMask.Mask mask) {
    masked.add(mask.column());
    if (!mask.transformer().isInjective()) {
      colliding.add(mask.column());
    }
  }

  void check() {
    table.uniques().forEach(this::checkUnique);
    table.checks().forEach(this::checkExpression);
  }

  private void checkUnique(List<String> unique) {
    for (String column : unique) {
      if (colliding.contains(column) && !isNull(column)) {
        context.add(unique.size() == 1 ? collides(column) : mayCollide(column, unique));
      }
    }
  }

  /** Whether all values become NULL, which a UNIQUE constraint accepts many times. */
  private boolean isNull(String column) {
    return table
        .column(column)
        .flatMap(it -> context.effective().find(table, it))
        .filter(
            it -> it.rule() instanceof ColumnRule.Mask mask && mask.transformer().equals("null"))
        .isPresent();
  }

  private Finding collides(String column) {
    return at(
        column,
        Finding.error(
            table.tableName(),
            column,
            "column %s.%s is UNIQUE, but its transformer can give two values the same mask: choose"
                    .formatted(table.tableName(), column)
                + " one that keeps values apart, for example 'hash' or 'email'"));
  }

  private Finding mayCollide(String column, List<String> unique) {
    return at(
        column,
        Finding.warning(
            table.tableName(),
            column,
            "column %s.%s is part of UNIQUE (%s), and its transformer can give two values the same"
                    .formatted(table.tableName(), column, String.join(", ", unique))
                + " mask: if rows collide, the import fails"));
  }

  private Finding at(String column, Finding finding) {
    return table
        .column(column)
        .flatMap(it -> context.effective().own(new SchemaMap.ColumnOf(table, it)))
        .map(it -> finding.at(it.position()))
        .orElse(finding);
  }

  private void checkExpression(String expression) {
    masked.stream()
        .filter(column -> mentions(expression, column))
        .forEach(
            column ->
                context.add(
                    at(
                        column,
                        Finding.warning(
                            table.tableName(),
                            column,
                            "column %s.%s is masked, and %s may refuse masked values: the import fails"
                                    .formatted(table.tableName(), column, expression)
                                + " if it does"))));
  }

  private static boolean mentions(String expression, String column) {
    return Pattern.compile("(?<![\\w$])" + Pattern.quote(column) + "(?![\\w$])")
        .matcher(expression)
        .find();
  }
}
