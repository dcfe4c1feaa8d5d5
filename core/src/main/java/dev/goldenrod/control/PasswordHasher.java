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
 * Hashes passwords by PBKDF2-HMAC-SHA256, as {@code pbkdf2-sha256$iterations$salt$hash} in hex. Its
 * threads, half of the processors at most, and its bounded queue keep logins from occupying all
 * processors or request threads. Thread-safe.
 */
final class PasswordHasher implements AutoCloseable {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 1024;
  static final int ITERATIONS = 600_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;
  private static final String SCHEME = "pbkdf2-sha256";
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * One hash takes about 0.3 seconds, so the last request in the queue waits about five seconds.
   */
  private static final int WAITING_PER_THREAD = 16;

  private static final int MOST_WAITING = 64;
  private static final long IDLE_SECONDS = 30;
  private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

  private final int iterations;
  private final ThreadPoolExecutor threads;

  /** Creates a hasher with that many PBKDF2 iterations, on half of this machine's processors. */
  PasswordHasher(int iterations) {
    this(iterations, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  PasswordHasher(int iterations, int atOnce) {
    this.iterations = iterations;
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

  /** Checks the length: 12 to 1024 characters. */
  static void requireStrong(String password) {
    int length = password.codePointCount(0, password.length());
    if (length < MIN_LENGTH || length > MAX_LENGTH) {
      throw ControlPlaneException.invalid(
          "password", "must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters");
    }
  }

  /** Returns the salted hash to store, or throws if the queue is full. */
  String hash(String password) {
    return await(() -> salted(password));
  }

  private String salted(String password) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    HexFormat hex = HexFormat.of();
    return String.join(
        "$",
        SCHEME,
        Integer.toString(iterations),
        hex.formatHex(salt),
        hex.formatHex(derive(password, salt, iterations)));
  }

  /**
   * Returns whether the password matches the hash. The time does not depend on whether there is
   * one.
   *
   * @param stored null if there is no such member, or it has no password
   * @throws ControlPlaneException if the queue is full
   */
  boolean matches(String password, @Nullable String stored) {
    return await(() -> isDerived(password, stored));
  }

  private boolean isDerived(String password, @Nullable String stored) {
    String[] parts = (stored == null ? dummyHash() : stored).split("\\$");
    HexFormat hex = HexFormat.of();
    byte[] derived = derive(password, hex.parseHex(parts[2]), Integer.parseInt(parts[1]));
    return MessageDigest.isEqual(derived, hex.parseHex(parts[3])) && stored != null;
  }

  private String dummyHash() {
    return SCHEME + "$" + iterations + "$00$00";
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
