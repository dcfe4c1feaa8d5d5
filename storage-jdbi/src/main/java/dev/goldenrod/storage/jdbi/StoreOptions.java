package dev.goldenrod.storage.jdbi;

import java.time.Duration;

/**
 * The location of the store, and its limits.
 *
 * @param url a {@code jdbc:h2:} or {@code jdbc:postgresql:} URL without a password
 * @param password empty if none is needed
 * @param lockTimeout the timeout for a locked row, and for a connection, at least 250 ms
 * @param answerTimeout how long a transaction waits for PostgreSQL's response to a statement, which
 *     includes the wait for a locked row
 * @param poolSize the maximum number of connections
 * @param waitsForDisk whether commits survive a power cut, and not only a kill of the process;
 *     without effect for PostgreSQL, which has its own settings
 */
public record StoreOptions(
    String url,
    String user,
    String password,
    Duration lockTimeout,
    Duration answerTimeout,
    int poolSize,
    boolean waitsForDisk) {

  /** Returns options with the default limits. */
  public static StoreOptions of(String url, String user, String password) {
    return new StoreOptions(
        url, user, password, Duration.ofSeconds(10), Duration.ofSeconds(20), 10, true);
  }

  /** Returns a copy with another timeout for locked rows and connections. */
  public StoreOptions withLockTimeout(Duration timeout) {
    return new StoreOptions(url, user, password, timeout, answerTimeout, poolSize, waitsForDisk);
  }

  /** Returns a copy with another timeout for PostgreSQL's response to a statement. */
  public StoreOptions withAnswerTimeout(Duration timeout) {
    return new StoreOptions(url, user, password, lockTimeout, timeout, poolSize, waitsForDisk);
  }

  /**
   * Returns a copy for data that can be recreated: a power cut can lose the latest commits or the
   * entire store, but a kill of the process loses nothing.
   */
  public StoreOptions withoutWaitingForDisk() {
    return new StoreOptions(url, user, password, lockTimeout, answerTimeout, poolSize, false);
  }

  /** Returns a copy with another maximum number of connections. */
  public StoreOptions withPoolSize(int connections) {
    return new StoreOptions(
        url, user, password, lockTimeout, answerTimeout, connections, waitsForDisk);
  }

  /** Returns the URL without its parameters and credentials, for messages. */
  String location() {
    return url.split("[?;]", 2)[0].replaceFirst("//[^/@]*@", "//");
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "StoreOptions[" + location() + ", user " + user + "]";
  }
}
