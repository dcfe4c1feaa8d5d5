package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.rules.Identifiers;
import dev.goldenrod.masking.rules.MaskingRules;
import dev.goldenrod.masking.rules.ObjectAction;
import dev.goldenrod.masking.rules.ObjectKind;
import dev.goldenrod.masking.rules.ObjectRule;
import dev.goldenrod.masking.rules.RuleYaml;
import dev.goldenrod.masking.rules.SchemaMap;
import dev.goldenrod.masking.rules.SchemaMap.ColumnOf;
import dev.goldenrod.masking.rules.SourceObjects;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a rules file with the proposals for a schema, each with its confidence and reason. */
public final class PlanWriter {
  private static final String UNSURE = "UNSURE";
  private static final String COLUMN_COMMENT = "      # ";
  private static final String HEAD =
      """
      # Masking rules, proposed from names, types, comments and samples. Review every line: the percentages say
      # how sure a proposal is, and UNSURE marks columns that are masked because nothing tells what they hold.
      version: %d
      """;

  private final SourceSchema schema;
  private final SchemaMap map;
  private final Detector detector;

  /**
   * Creates a writer.
   *
   * @param detector for the same schema
   */
  public PlanWriter(SourceSchema schema, Detector detector) {
    this.schema = schema;
    this.map = new SchemaMap(schema);
    this.detector = detector;
  }

  /** Returns the text of the rules file. */
  public String write(SourceObjects objects) {
    StringBuilder yaml = new StringBuilder(HEAD.formatted(MaskingRules.VERSION));
    for (ObjectKind kind : ObjectKind.values()) {
      yaml.append(object(kind, objects.counts().get(kind))).append('\n');
    }
    List<String> tables = schema.tables().stream().map(this::table).toList();
    yaml.append(hasRules() ? "\ntables:\n" : "\ntables: {}\n");
    tables.forEach(yaml::append);
    return yaml.toString();
  }

  private boolean hasRules() {
    return schema.tables().stream().anyMatch(this::isRuled);
  }

  private boolean isRuled(Table table) {
    return SchemaMap.hasRows(table)
        && map.ruled(table) == table
        && (table.inheritsFrom().isEmpty() || !ownColumns(table).isEmpty());
  }

  private String object(ObjectKind kind, long count) {
    boolean hasLabels = kind == ObjectKind.ENUM_LABELS && hasEnums();
    ObjectRule closed = ObjectRule.defaultOf(kind);
    if (closed.action() != ObjectAction.REFUSE || count == 0 && !hasLabels) {
      return RuleYaml.object(kind, closed);
    }
    if (kind == ObjectKind.LARGE_OBJECTS) {
      return RuleYaml.object(kind, new ObjectRule(ObjectAction.DROP, null))
          + " # "
          + count
          + " in the source";
    }
    String number = count == 0 ? "" : " (" + count + ")";
    return "# %s: read them in the source, they can contain personal data%s\n"
            .formatted(UNSURE, number)
        + RuleYaml.object(kind, new ObjectRule(ObjectAction.KEEP, "part of the schema"));
  }

  private boolean hasEnums() {
    return schema.tables().stream()
        .flatMap(table -> table.columns().stream())
        .anyMatch(column -> SchemaMap.hasLabels(column.typeInfo()));
  }

  private String table(Table table) {
    String name = Identifiers.write(table.tableName());
    if (!SchemaMap.hasRows(table)) {
      return "  # %s has no rows of its own\n".formatted(comment(name));
    }
    if (map.ruled(table) != table) {
      String parent = Identifiers.write(map.ruled(table).tableName());
      return "  # %s is a partition and follows %s\n".formatted(comment(name), comment(parent));
    }
    if (!isRuled(table)) {
      String parents =
          table.inheritsFrom().stream().map(Identifiers::write).collect(Collectors.joining(", "));
      return "  # %s inherits all columns and follows %s\n"
          .formatted(comment(name), comment(parents));
    }
    List<String> lines = columns(table);
    boolean hasRules = lines.stream().anyMatch(line -> !line.startsWith(COLUMN_COMMENT));
    String header = RuleYaml.columnsHeader(table.tableName()) + (hasRules ? "\n" : " {}\n");
    return header + lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private List<Column> ownColumns(Table table) {
    return table.columns().stream()
        .filter(column -> map.inherited(table, column.name()).isEmpty())
        .filter(column -> !SchemaMap.isComputed(column))
        .toList();
  }

  private List<String> columns(Table table) {
    List<String> lines = new ArrayList<>();
    for (Column column : table.columns()) {
      if (SchemaMap.isComputed(column)) {
        lines.add(COLUMN_COMMENT + comment(column.name()) + " is computed");
      } else if (map.inherited(table, column.name()).isEmpty()) {
        column(new ColumnOf(table, column), lines);
      }
    }
    return lines;
  }

  private void column(ColumnOf column, List<String> lines) {
    Proposal proposal = detector.proposal(column.table(), column.column());
    boolean isKept = proposal.rule() instanceof ColumnRule.Keep;
    if (detector.sources(column).findAny().isPresent() && !isKept) {
      lines.add(COLUMN_COMMENT + comment(column.column().name() + " " + proposal.reason()));
      return;
    }
    String confidence = proposal.isUnsure() ? UNSURE : proposal.confidence() + " %";
    if (isKept) {
      lines.add(line(proposal) + " # " + confidence);
    } else {
      lines.add(COLUMN_COMMENT + confidence + ": " + comment(proposal.reason()));
      map.limitedBy(column.table(), column.column().name()).stream()
          .map(table -> comment(Identifiers.write(table.tableName())))
          .forEach(
              name ->
                  lines.add(
                      COLUMN_COMMENT
                          + "part of the key of %s, which has no default partition"
                              .formatted(name)));
      lines.add(line(proposal));
    }
  }

  private static String line(Proposal proposal) {
    return RuleYaml.column(proposal.column(), proposal.rule());
  }

  /** Returns the text without characters that end a comment. */
  private static String comment(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029\\ufeff]", " ");
  }
}
