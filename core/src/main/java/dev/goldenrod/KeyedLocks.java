package dev.goldenrod;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each key, which is removed when no thread holds it or waits for it. Thread-safe.
 *
 * @param <K> with equality by value
 */
public final class KeyedLocks<K> {
  private final Map<K, Entry> entries = new ConcurrentHashMap<>();

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();

    /** Who hold it or wait for it; changed while the map has the key to itself. */
    private int users;
  }

  /** No key has a lock yet. */
  public KeyedLocks() {}

  /** Waits for the key's lock and takes it. */
  public void lock(K key) {
    enter(key).lock.lock();
  }

  /** Takes the key's lock; false while another thread holds it. */
  public boolean tryLock(K key) {
    boolean taken = enter(key).lock.tryLock();
    if (!taken) {
      leave(key);
    }
    return taken;
  }

  /**
   * Gives the key's lock back.
   *
   * @throws IllegalMonitorStateException when this thread does not hold it
   */
  public void unlock(K key) {
    Entry held = entries.get(key);
    if (held == null) {
      throw new IllegalMonitorStateException("nobody holds the lock of " + key);
    }
    held.lock.unlock();
    leave(key);
  }

  /** How many keys have a lock now. */
  int size() {
    return entries.size();
  }

  private Entry enter(K key) {
    return entries.compute(
        key,
        (same, known) -> {
          Entry entry = known == null ? new Entry() : known;
          entry.users++;
          return entry;
        });
  }

  private void leave(K key) {
    entries.computeIfPresent(
        key,
        (same, entry) -> {
          entry.users--;
          return entry.users == 0 ? null : entry;
        });
  }
}
