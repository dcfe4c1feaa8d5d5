package dev.goldenrod.masking.proof;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Looks up the stored values of one masked column among the originals. Not thread-safe. */
public final class OriginalsLookup {
  private final Digests originals;
  private final CommonValues common;
  private final Map<String, Long> exempted = new TreeMap<>();
  private long values;
  private long checked;
  private long found;

  public OriginalsLookup(Digests originals, CommonValues common) {
    this.originals = originals;
    this.common = common;
  }

  /**
   * Counts of lookups; no values.
   *
   * @param values stored values that were offered
   * @param checked those whose digest would be held if they were originals; fewer than {@code
   *     values} if the originals are a sample
   * @param found stored values that are originals and not exempted
   * @param exempted stored values that are originals, by the name of the exemption
   */
  public record Result(long values, long checked, long found, Map<String, Long> exempted) {
    public Result {
      exempted = Map.copyOf(exempted);
    }
  }

  /** Looks up a stored value. */
  public void check(String stored) {
    values++;
    Digests.Found result = originals.lookUp(stored);
    if (result == Digests.Found.NOT_HELD) {
      return;
    }
    checked++;
    if (result == Digests.Found.ORIGINAL) {
      count(common.exemptionOf(stored));
    }
  }

  private void count(Optional<String> exemption) {
    exemption.ifPresentOrElse(name -> exempted.merge(name, 1L, Long::sum), () -> found++);
  }

  public Result result() {
    return new Result(values, checked, found, exempted);
  }
}
