package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.proof.CommonValues;
import dev.goldenrod.masking.proof.Digests;
import dev.goldenrod.masking.schema.Column;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Digests, samples and counts of one masked column's original values. Thread-safe. */
final class ColumnEvidence {
  static final CommonValues COMMON = CommonValues.standard();

  /** Larger values are neither remembered nor looked up, in characters. */
  static final int MOST_CHARACTERS = 64 << 10;

  /**
   * Transformers whose masks have so many possible values that none equals an original by chance.
   * All others draw from lists, ranges or numbers of like form, which originals are from too.
   */
  private static final Set<String> OF_MANY_VALUES = Set.of("email", "user-name", "uuid", "hash");

  /** Drawn masks may be equal to their originals in this part of the rows, in percent. */
  private static final int MOST_EQUAL = 20;

  private static final int FEW_ROWS = 50;

  /** Transformers that by their rule may leave many values as they are. */
  private static final Set<String> PARTLY_KEEPING =
      Set.of(
          "array",
          "composite",
          "constant",
          "dictionary",
          "geometry",
          "json",
          "null",
          "number",
          "postcode",
          "range",
          "regex",
          "sequence",
          "text",
          "xml",
          "bytea",
          "city",
          "date",
          "timestamp",
          "birth-date");

  private static final Set<String> JSON = Set.of("json", "jsonb");

  private static final Set<String> TEXT = Set.of("text", "varchar", "bpchar", "citext", "name");

  private final String transformer;
  private final boolean isJson;
  private final @Nullable Digests digests;
  private final @Nullable Canaries canaries;
  private final LongAdder values = new LongAdder();
  private final LongAdder equal = new LongAdder();

  private ColumnEvidence(
      String transformer, boolean isJson, @Nullable Digests digests, @Nullable Canaries canaries) {
    this.transformer = transformer;
    this.isJson = isJson;
    this.digests = digests;
    this.canaries = canaries;
  }

  /**
   * @param limit digests that are held at most
   * @param seed random number, the same for all columns
   */
  static ColumnEvidence of(ColumnMask.Mask mask, Column column, int limit, long seed) {
    String type = column.typeInfo().withoutDomains().baseName();
    boolean isJson = JSON.contains(type);
    return new ColumnEvidence(
        mask.name(),
        isJson,
        isStrict(mask) ? Digests.withLimit(limit) : null,
        isJson || TEXT.contains(type) ? new Canaries(seed) : null);
  }

  static boolean isStrict(ColumnMask.Mask mask) {
    return OF_MANY_VALUES.contains(mask.name()) && mask.transformer().isInjective();
  }

  void add(String original, @Nullable String masked) {
    if (original.length() > MOST_CHARACTERS) {
      return;
    }
    values.increment();
    if (original.equals(masked) && COMMON.exemptionOf(original).isEmpty()) {
      equal.increment();
    }
    if (digests != null) {
      digests.add(original);
    }
    if (canaries != null && isJson) {
      JsonStrings.of(original).stream()
          .filter(value -> isMaskedIn(masked, value))
          .forEach(canaries::offer);
    } else if (canaries != null) {
      canaries.offer(original);
    }
  }

  /** Rules can keep parts of a document. A value with quotes is not in JSON as it is. */
  private static boolean isMaskedIn(@Nullable String masked, String value) {
    return value.indexOf('"') < 0 && (masked == null || !masked.contains(value));
  }

  String transformer() {
    return transformer;
  }

  Optional<Digests> digests() {
    return Optional.ofNullable(digests);
  }

  /**
   * Returns a sample of the values that files have as they are: texts, and strings in JSON. Empty
   * for columns of other types.
   */
  Optional<Canaries> canaries() {
    return Optional.ofNullable(canaries);
  }

  long values() {
    return values.sum();
  }

  /** Returns in how many rows the mask was equal to the original, common values left out. */
  long equalValues() {
    return equal.sum();
  }

  /** Returns whether more masks were equal to their originals than chance explains. */
  boolean isUnmasked() {
    long all = values();
    long same = equalValues();
    if (digests != null) {
      return same > 0;
    }
    return !PARTLY_KEEPING.contains(transformer)
        && all >= FEW_ROWS
        && same * 100 > all * MOST_EQUAL;
  }
}
