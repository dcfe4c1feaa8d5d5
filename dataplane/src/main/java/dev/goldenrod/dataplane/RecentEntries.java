package dev.goldenrod.dataplane;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of the entries that were added last; older ones are dropped. Not thread-safe. */
public final class RecentEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  /** An empty map of at most that many entries. */
  public RecentEntries(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
