package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords by PBKDF2-HMAC-SHA256 with 600,000 iterations, as {@code
 * pbkdf2-sha256$iterations$salt$hash} in hex, on a few threads of its own, half of the processors
 * at most. Those that wait are bounded in number, so that logins can hold neither every processor
 * nor every request's thread. Thread-safe.
 */
final class PasswordHasher implements AutoCloseable {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 1024;
  private static final int ITERATIONS = 600_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;
  private static final String SCHEME = "pbkdf2-sha256";
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String NOBODYS = SCHEME + "$" + ITERATIONS + "$00$00";

  /** One hash takes about a third of a second, so the last in the queue waits some five seconds. */
  private static final int WAITING_PER_THREAD = 16;

  private static final int MOST_WAITING = 64;
  private static final long IDLE_SECONDS = 30;
  private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

  private final ThreadPoolExecutor threads;

  PasswordHasher() {
    this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  /**
   * A hasher that hashes so many passwords at once.
   *
   * @param atOnce at least 1
   */
  PasswordHasher(int atOnce) {
    int waiting = Math.min(MOST_WAITING, atOnce * WAITING_PER_THREAD);
    threads =
        new ThreadPoolExecutor(
            atOnce,
            atOnce,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            new DaemonThreads("passwords"));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Refuses a password that is too short, or too long to be one. */
  static void requireStrong(String password) {
    int length = password.codePointCount(0, password.length());
    if (length < MIN_LENGTH || length > MAX_LENGTH) {
      throw ControlPlaneException.invalid(
          "password", "must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters");
    }
  }

  /**
   * The salted hash to store.
   *
   * @throws ControlPlaneException when too many wait already
   */
  String hash(String password) {
    return await(() -> salted(password));
  }

  private static String salted(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    HexFormat hex = HexFormat.of();
    return String.join(
        "$",
        SCHEME,
        Integer.toString(ITERATIONS),
        hex.formatHex(salt),
        hex.formatHex(derive(password, salt, ITERATIONS)));
  }

  /**
   * Whether the password is the hash's. Takes the same time for any password, and for no hash.
   *
   * @param stored null when there is no such member or no password
   * @throws ControlPlaneException when too many wait already
   */
  boolean matches(String password, @Nullable String stored) {
    return await(() -> isDerived(password, stored));
  }

  private static boolean isDerived(String password, @Nullable String stored) {
    String[] parts = (stored == null ? NOBODYS : stored).split("\\$");
    HexFormat hex = HexFormat.of();
    byte[] derived = derive(password, hex.parseHex(parts[2]), Integer.parseInt(parts[1]));
    return MessageDigest.isEqual(derived, hex.parseHex(parts[3])) && stored != null;
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has PBKDF2WithHmacSHA256", impossible);
    } finally {
      spec.clearPassword();
    }
  }

  private <T> T await(Callable<T> hashing) {
    Future<T> result;
    try {
      result = threads.submit(hashing);
    } catch (RejectedExecutionException full) {
      throw ControlPlaneException.tooManyAttempts(TRY_AGAIN);
    }
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      result.cancel(false);
      Thread.currentThread().interrupt();
      throw ControlPlaneException.tooManyAttempts(TRY_AGAIN);
    } catch (ExecutionException broken) {
      throw new IllegalStateException("a password could not be hashed", broken.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
