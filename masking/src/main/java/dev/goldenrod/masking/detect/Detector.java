package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.rules.Position;
import dev.goldenrod.masking.rules.RecordedType;
import dev.goldenrod.masking.rules.RuleProposer;
import dev.goldenrod.masking.rules.SchemaMap;
import dev.goldenrod.masking.rules.SchemaMap.ColumnOf;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Proposes rules for the columns of a schema. What it cannot tell counts as sensitive and is
 * masked. Not thread-safe.
 */
public final class Detector implements RuleProposer {
  private static final int SURE = 95;
  private static final int PROBABLE = 60;
  private static final int JSON_KEYS = 80;
  private static final Set<String> ID_WORDS = Set.of("id", "ids", "oid", "sk", "pk", "fk", "rowid");

  private final SourceSchema schema;
  private final SchemaMap map;
  private final Samples samples;
  private final RuleFitter fitter = new RuleFitter(new MaskingKey(new byte[MaskingKey.BYTES]));
  private final EvidenceFinder evidence = new EvidenceFinder();
  private final Map<ColumnOf, Proposal> known = new HashMap<>();

  public Detector(SourceSchema schema, Samples samples) {
    this.schema = schema;
    this.map = new SchemaMap(schema);
    this.samples = samples;
  }

  /**
   * Returns proposals for all columns that can have a rule: not those of partitions, and not those
   * that are computed.
   */
  public List<Proposal> proposals() {
    return schema.tables().stream()
        .filter(table -> SchemaMap.hasRows(table) && map.ruled(table) == table)
        .flatMap(table -> table.columns().stream().map(column -> new ColumnOf(table, column)))
        .filter(it -> !SchemaMap.isComputed(it.column()))
        .map(it -> proposal(it.table(), it.column()))
        .toList();
  }

  /** Returns what most of the values look like, such as {@code e-mail addresses}, if anything. */
  public static Optional<String> describe(List<String> values) {
    return SampleStatistics.of(values).kind().map(DataKind::plural);
  }

  @Override
  public ColumnRule propose(Table table, Column column) {
    return proposal(table, column).rule();
  }

  /** Returns the proposal for one column. */
  public Proposal proposal(Table table, Column column) {
    return proposal(new ColumnOf(table, column), new HashSet<>());
  }

  private Proposal proposal(ColumnOf column, Set<ColumnOf> path) {
    Proposal found = known.get(column);
    if (found == null) {
      path.add(column);
      found = followed(column, path).orElseGet(() -> detected(column));
      known.put(column, found);
    }
    return found;
  }

  private Optional<Proposal> followed(ColumnOf column, Set<ColumnOf> path) {
    return sources(column)
        .filter(source -> !path.contains(source))
        .findFirst()
        .map(source -> following(column, source, proposal(source, path)));
  }

  /** Returns the columns whose values a column shares, by a foreign key or by inheritance. */
  Stream<ColumnOf> sources(ColumnOf column) {
    String name = column.column().name();
    return Stream.concat(
        map.referenced(column.table(), name).stream(),
        map.inherited(column.table(), name).stream());
  }

  private static Proposal following(ColumnOf column, ColumnOf source, Proposal proposal) {
    String reason = "follows %s: %s".formatted(source, proposal.reason());
    ColumnRule rule = proposal.rule().withType(RecordedType.of(column.column()));
    return proposed(column, rule, proposal.confidence(), reason);
  }

  private Proposal detected(ColumnOf column) {
    Optional<String> surrogate = surrogate(column);
    if (surrogate.isPresent()) {
      return kept(column, SURE, surrogate.get());
    }
    List<String> values = samples.of(column.table().tableName(), column.column().name());
    TypeFamily family = TypeFamily.of(column.column().typeInfo());
    if (family == TypeFamily.JSON) {
      return json(column, JsonLeaves.kinds(values));
    }
    SampleStatistics statistics = SampleStatistics.of(values);
    Optional<Evidence> found = evidence.find(column.table(), column.column(), statistics);
    Optional<String> harmless = evidence.findHarmless(column.column(), statistics);
    return harmless
        .filter(reason -> found.map(it -> isHarmless(it.kind(), family)).orElse(true))
        .map(reason -> kept(column, PROBABLE, reason))
        .orElseGet(() -> masked(column, found));
  }

  /** Whether a column of the type tells nothing, although its name says that it is of the kind. */
  private static boolean isHarmless(DataKind kind, TypeFamily family) {
    boolean isFlag = family == TypeFamily.BOOLEAN || family == TypeFamily.ENUM;
    return isFlag ? kind != DataKind.SPECIAL : kind == DataKind.FREE_TEXT;
  }

  /** Returns why the column is a number that the database or program gave. */
  private static Optional<String> surrogate(ColumnOf column) {
    if (TypeFamily.of(column.column().typeInfo()) != TypeFamily.INTEGER) {
      return Optional.empty();
    }
    String words = Words.ofName(column.column().name());
    String last = words.substring(words.lastIndexOf(' ') + 1);
    boolean isOfficial =
        EvidenceFinder.ofName(words).filter(it -> it == DataKind.NATIONAL_ID).isPresent();
    if (!ID_WORDS.contains(last) || isOfficial) {
      return Optional.empty();
    }
    boolean isUnique = column.table().uniques().contains(List.of(column.column().name()));
    return Optional.of(
        isUnique ? "a surrogate number" : "a number that refers to another row, by its name");
  }

  private Proposal json(ColumnOf column, Set<DataKind> kinds) {
    String reason =
        kinds.isEmpty()
            ? "documents can hold anything"
            : "its documents hold " + EvidenceFinder.describe(kinds);
    return fitted(column, Optional.empty(), kinds.isEmpty() ? 0 : JSON_KEYS, reason);
  }

  private Proposal masked(ColumnOf column, Optional<Evidence> found) {
    return fitted(
        column,
        found.map(it -> it.kind().transformer()),
        found.map(Evidence::confidence).orElse(0),
        found.map(Evidence::reason).orElse("neither name nor values tell what it holds"));
  }

  private Proposal fitted(
      ColumnOf column, Optional<String> transformer, int confidence, String reason) {
    return fitter
        .fit(column.table(), column.column(), transformer)
        .map(rule -> proposed(column, rule, confidence, reason))
        .orElseGet(() -> undecidable(column));
  }

  private static Proposal undecidable(ColumnOf column) {
    return proposed(
        column,
        new ColumnRule.Mask(
            "hash", RecordedType.of(column.column()), null, Map.of(), Position.NONE),
        0,
        "no transformer keeps its values UNIQUE: keep the column with a reason, or drop the table's"
            + " rows");
  }

  private static Proposal kept(ColumnOf column, int confidence, String reason) {
    return proposed(
        column,
        new ColumnRule.Keep(reason, RecordedType.of(column.column()), Position.NONE),
        confidence,
        reason);
  }

  private static Proposal proposed(
      ColumnOf column, ColumnRule rule, int confidence, String reason) {
    return new Proposal(
        column.table().tableName(), column.column().name(), rule, confidence, reason);
  }
}
