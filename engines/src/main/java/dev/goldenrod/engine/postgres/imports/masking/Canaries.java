package dev.goldenrod.engine.postgres.imports.masking;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A random sample of the originals of a text or JSON column, to be searched in files. Values that
 * several rows share tell nothing about a row, and are left out. Thread-safe.
 */
final class Canaries {
  private static final int LIMIT = 100;

  /** Values in the sample before those that rows share are left out. */
  private static final int CANDIDATES = 2 * LIMIT;

  private static final int LEAST_BYTES = 8;
  private static final int MOST_BYTES = 512;
  private static final int MOST_ROWS = 3;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long seed;

  /** The values with the smallest ranks, with the number of their rows. */
  private final TreeMap<Long, String> byRank = new TreeMap<>();

  private final Map<String, Integer> rows = new HashMap<>();

  /** Values of larger ranks are not in the sample. */
  private volatile long largestRank = Long.MAX_VALUE;

  /**
   * @param seed random number that ranks values
   */
  Canaries(long seed) {
    this.seed = seed;
  }

  void offer(String value) {
    if (value.length() < LEAST_BYTES / 2 || value.length() > MOST_BYTES) {
      return;
    }
    long rank = rank(value);
    if (rank <= largestRank) {
      offer(value, rank);
    }
  }

  private synchronized void offer(String value, long rank) {
    if (rows.containsKey(value)) {
      rows.merge(value, 1, Integer::sum);
    } else if (!byRank.containsKey(rank) && isSearchable(value)) {
      byRank.put(rank, value);
      rows.put(value, 1);
      if (byRank.size() > CANDIDATES) {
        rows.remove(byRank.pollLastEntry().getValue());
        largestRank = byRank.lastKey();
      }
    }
  }

  private long rank(String value) {
    long mixed = (value.hashCode() ^ seed) * MIX;
    return (mixed ^ mixed >>> 32) * MIX;
  }

  /** Whether the value is in files as it is, and told apart from others by its letters. */
  private static boolean isSearchable(String value) {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    return bytes >= LEAST_BYTES
        && bytes <= MOST_BYTES
        && value.chars().filter(Character::isLetterOrDigit).distinct().count() > MOST_ROWS
        && value.chars().noneMatch(letter -> letter < ' ' || letter == '\\')
        && ColumnEvidence.COMMON.exemptionOf(value).isEmpty();
  }

  /** Returns the sample. */
  synchronized List<String> values() {
    return byRank.values().stream()
        .filter(value -> rows.get(value) <= MOST_ROWS)
        .limit(LIMIT)
        .toList();
  }

  /** Returns how many values were left out because several rows share them. */
  synchronized long shared() {
    return rows.values().stream().filter(count -> count > MOST_ROWS).count();
  }
}
