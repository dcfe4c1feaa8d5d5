package dev.goldenrod.dataplane;

import java.util.LinkedHashMap;
import java.util.Map;

/** A bounded map that drops its oldest entry when it is full. Not thread-safe. */
public final class RecentEntries<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int most;

  public RecentEntries(int most) {
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
