package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.SourceSchema;

/** Checks that the rules decide on what a source has besides rows. */
final class ObjectCheck {
  private ObjectCheck() {}

  static void check(CheckContext context, SourceSchema schema, SourceObjects objects) {
    for (ObjectKind kind : ObjectKind.values()) {
      long count =
          kind == ObjectKind.ENUM_LABELS
              ? Math.max(objects.count(kind), enumColumns(schema))
              : objects.count(kind);
      if (count > 0 && context.rules().object(kind).action() == ObjectAction.REFUSE) {
        context.add(refused(kind, count));
      }
    }
  }

  private static Finding refused(ObjectKind kind, long count) {
    String lines = RuleYaml.object(kind, new ObjectRule(ObjectAction.KEEP, "why they are safe"));
    if (kind.actions().contains(ObjectAction.DROP)) {
      lines = RuleYaml.object(kind, new ObjectRule(ObjectAction.DROP, null));
    }
    return new Finding(
        Finding.Severity.ERROR,
        null,
        null,
        "the source has %s (%d), which the rules refuse: add a rule beside 'tables', or remove them"
                .formatted(kind.key(), count)
            + " from the source",
        lines,
        null);
  }

  private static long enumColumns(SourceSchema schema) {
    return schema.tables().stream()
        .flatMap(table -> table.columns().stream())
        .filter(column -> SchemaMap.hasLabels(column.typeInfo()))
        .count();
  }
}
