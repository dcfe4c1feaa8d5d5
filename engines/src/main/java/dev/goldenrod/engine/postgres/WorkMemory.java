package dev.goldenrod.engine.postgres;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one step of a query may take before it goes on on the disk. Queries are planned by it, and
 * it is really taken, by each session and step.
 *
 * @param kib for a sort
 * @param hashMultiplier by how much a hash table may be larger; 1 at least
 */
public record WorkMemory(long kib, double hashMultiplier) {
  private static final String WORK_MEM = "work_mem";
  private static final String HASH_MEM_MULTIPLIER = "hash_mem_multiplier";

  /** The names of the settings that tell it. */
  public static final Set<String> SETTINGS = Set.of(WORK_MEM, HASH_MEM_MULTIPLIER);

  private static final Pattern AMOUNT =
      Pattern.compile("\\s*(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(B|kB|MB|GB|TB)?\\s*");
  private static final Map<String, Double> KIB_OF_UNITS =
      Map.of("B", 1.0 / 1024, "kB", 1.0, "MB", 1024.0, "GB", 1024.0 * 1024, "TB", 1024.0 * 1048576);

  /** The least that PostgreSQL takes. */
  private static final long LEAST_KIB = 64;

  /** One sort may take that part of the memory, one hash table twice as much. */
  private static final int SHARE = 8;

  private static final int KIB = 1024;

  public WorkMemory {
    kib = Math.max(LEAST_KIB, Math.min(kib, Integer.MAX_VALUE));
    hashMultiplier = Math.max(1, Math.min(hashMultiplier, 1000));
  }

  /**
   * Reads it of PostgreSQL's settings; empty when there is no {@code work_mem} among them, or one
   * that PostgreSQL would not take.
   */
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

  /** The same, or as much as a server with that memory may spend on one step. */
  WorkMemory within(int memoryMib) {
    long most = (long) memoryMib * KIB / SHARE;
    long bounded = Math.min(kib, most);
    return new WorkMemory(bounded, Math.min(hashMultiplier, 2.0 * most / bounded));
  }

  /** As settings of PostgreSQL 13 and newer. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put(WORK_MEM, kib + "kB");
    settings.put(HASH_MEM_MULTIPLIER, String.format(Locale.ROOT, "%.3f", hashMultiplier));
    return settings;
  }
}
