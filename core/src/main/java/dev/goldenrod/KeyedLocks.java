package dev.goldenrod;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each key. The lock is removed when no thread holds it or waits for it. Thread-safe.
 *
 * @param <K> the type of the keys, which need equality by value
 */
public final class KeyedLocks<K> {
  private final Map<K, Entry> entries = new ConcurrentHashMap<>();

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();

    /**
     * Threads that hold the lock or wait for it. Changed only inside the map's atomic operations.
     */
    private int users;
  }

  /** Creates an instance without any locks. */
  public KeyedLocks() {}

  /** Acquires the key's lock, waiting until it is free. */
  public void lock(K key) {
    enter(key).lock.lock();
  }

  /** Acquires the key's lock if no other thread holds it; returns whether it was acquired. */
  public boolean tryLock(K key) {
    boolean taken = enter(key).lock.tryLock();
    if (!taken) {
      leave(key);
    }
    return taken;
  }

  /**
   * Releases the key's lock.
   *
   * @throws IllegalMonitorStateException when this thread does not hold it
   */
  public void unlock(K key) {
    Entry held = entries.get(key);
    if (held == null) {
      throw new IllegalMonitorStateException("the lock of " + key + " is not held");
    }
    held.lock.unlock();
    leave(key);
  }

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
