package dev.goldenrod.engine.postgres;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory that one step of a query may use before it spills to disk. Plans depend on it, and
 * each session and step may really use it.
 *
 * @param kib for a sort
 * @param hashMultiplier how many times as much a hash table may use; at least 1
 */
public record WorkMemory(long kib, double hashMultiplier) {
  private static final String WORK_MEM = "work_mem";
  private static final String HASH_MEM_MULTIPLIER = "hash_mem_multiplier";

  /** The names of the settings that hold it. */
  public static final Set<String> SETTINGS = Set.of(WORK_MEM, HASH_MEM_MULTIPLIER);

  private static final Pattern AMOUNT =
      Pattern.compile("\\s*(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(B|kB|MB|GB|TB)?\\s*");
  private static final Map<String, Double> KIB_OF_UNITS =
      Map.of("B", 1.0 / 1024, "kB", 1.0, "MB", 1024.0, "GB", 1024.0 * 1024, "TB", 1024.0 * 1048576);

  /** PostgreSQL's minimum. */
  private static final long LEAST_KIB = 64;

  /** A sort may use this fraction of the memory, a hash table twice as much. */
  private static final int SHARE = 8;

  private static final int KIB = 1024;

  public WorkMemory {
    kib = Math.max(LEAST_KIB, Math.min(kib, Integer.MAX_VALUE));
    hashMultiplier = Math.max(1, Math.min(hashMultiplier, 1000));
  }

  /** Parses PostgreSQL settings; empty if {@code work_mem} is missing or invalid. */
  public static Optional<WorkMemory> of(Map<String, String> settings) {
    Matcher amount = AMOUNT.matcher(settings.getOrDefault(WORK_MEM, ""));
    Matcher multiplier = AMOUNT.matcher(settings.getOrDefault(HASH_MEM_MULTIPLIER, "1"));
    if (!amount.matches() || !multiplier.matches()) {
      return Optional.empty();
    }
    String unit = Optional.ofNullable(amount.group(2)).orElse("kB");
    double kib = Double.parseDouble(amount.group(1)) * KIB_OF_UNITS.getOrDefault(unit, 1.0);
    return Optional.of(new WorkMemory((long) kib, Double.parseDouble(multiplier.group(1))));
  }

  /** Returns a copy that is limited to what a server with this memory may use for one step. */
  WorkMemory within(int memoryMib) {
    long most = (long) memoryMib * KIB / SHARE;
    long bounded = Math.min(kib, most);
    return new WorkMemory(bounded, Math.min(hashMultiplier, 2.0 * most / bounded));
  }

  /** Returns settings of PostgreSQL 13 and newer. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put(WORK_MEM, kib + "kB");
    settings.put(HASH_MEM_MULTIPLIER, String.format(Locale.ROOT, "%.3f", hashMultiplier));
    return settings;
  }
}
