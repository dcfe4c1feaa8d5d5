package dev.goldenrod.storage.jdbi;

import java.time.Duration;

/**
 * Where the store is and how it is used.
 *
 * @param url a {@code jdbc:h2:} or {@code jdbc:postgresql:} URL without a password
 * @param password empty when none is needed
 * @param lockTimeout the longest wait for a row that another transaction locked, and for a
 *     connection, at least 250 ms
 * @param poolSize the most connections held at a time
 * @param waitsForDisk whether what was committed outlives the machine too, and not only a kill of
 *     the process; PostgreSQL has settings of its own for that
 */
public record StoreOptions(
    String url,
    String user,
    String password,
    Duration lockTimeout,
    int poolSize,
    boolean waitsForDisk) {

  /** A store with the usual limits. */
  public static StoreOptions of(String url, String user, String password) {
    return new StoreOptions(url, user, password, Duration.ofSeconds(10), 10, true);
  }

  /** Returns a copy with another longest wait for a locked row or a connection. */
  public StoreOptions withLockTimeout(Duration timeout) {
    return new StoreOptions(url, user, password, timeout, poolSize, waitsForDisk);
  }

  /**
   * The same, losing what was committed last, or all of it, when the machine loses its power: for
   * what can be made again. A kill of the process loses nothing.
   */
  public StoreOptions withoutWaitingForDisk() {
    return new StoreOptions(url, user, password, lockTimeout, poolSize, false);
  }

  /** The same with so many connections at a time. */
  public StoreOptions withPoolSize(int connections) {
    return new StoreOptions(url, user, password, lockTimeout, connections, waitsForDisk);
  }

  /** The URL without its parameters, which is fit to be shown. */
  String location() {
    return url.split("[?;]", 2)[0].replaceFirst("//[^/@]*@", "//");
  }

  /** Everything but the password. */
  @Override
  public String toString() {
    return "StoreOptions[" + location() + ", user " + user + "]";
  }
}
