package dev.goldenrod.masking.detect;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many samples of a column could be what.
 *
 * @param count samples that were looked at
 * @param distinct different ones among them
 * @param kinds how many could be of each kind
 * @param mixed how many contain something sensitive in a longer text
 */
record SampleStatistics(int count, int distinct, Map<DataKind, Integer> kinds, int mixed) {
  static final int LIMIT = 500;
  static final int MAX_CHARACTERS = 4096;

  private static final int ENOUGH = 5;
  private static final double MOST = 0.8;
  private static final double CHECKED_BY_CHANCE = 0.9;
  private static final double WORD_LIST = 0.25;

  /** Values with few different ones among many are codes. */
  private static final int CODES = 20;

  private static final int MANY = 50;

  static SampleStatistics of(List<String> samples) {
    List<String> looked =
        samples.stream()
            .limit(LIMIT)
            .map(it -> it.length() > MAX_CHARACTERS ? it.substring(0, MAX_CHARACTERS) : it)
            .filter(it -> !it.isBlank())
            .toList();
    Map<DataKind, Integer> kinds = new EnumMap<>(DataKind.class);
    Set<String> distinct = new HashSet<>();
    int mixed = 0;
    for (String sample : looked) {
      distinct.add(sample);
      ValueKinds.of(sample).forEach(kind -> kinds.merge(kind, 1, Integer::sum));
      mixed += ValueKinds.containsSensitive(sample) ? 1 : 0;
    }
    return new SampleStatistics(looked.size(), distinct.size(), kinds, mixed);
  }

  /** Returns the kind that most samples could be, if there are enough samples. */
  Optional<DataKind> kind() {
    if (count < ENOUGH) {
      return Optional.empty();
    }
    return kinds.entrySet().stream()
        .filter(it -> it.getValue() >= needed(it.getKey()) * count)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  private static double needed(DataKind kind) {
    return switch (kind) {
      case GIVEN_NAME, FAMILY_NAME, FULL_NAME -> WORD_LIST;
      case NATIONAL_ID, CARD -> CHECKED_BY_CHANCE;
      default -> MOST;
    };
  }

  /** Returns the part of the samples that could be of the kind, in percent. */
  int percent(DataKind kind) {
    return count == 0 ? 0 : kinds.getOrDefault(kind, 0) * 100 / count;
  }

  /** Whether some samples contain something sensitive. */
  boolean hasSensitive() {
    return mixed > 0 || kinds.values().stream().anyMatch(it -> it > 0);
  }

  /** Whether the samples are a few codes that repeat. */
  boolean areCodes() {
    return count >= MANY && distinct <= CODES && !hasSensitive();
  }
}
