package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PasswordHasherTest {
  private static final int ONE_HASHED_AND_SIXTEEN_WAITING = 17;

  @Test
  void a_password_matches_its_own_hash_alone() {
    try (PasswordHasher hasher = new PasswordHasher(PasswordHasher.ITERATIONS)) {
      String hash = hasher.hash("correct horse battery");

      assertThat(hash).startsWith("pbkdf2-sha256$600000$");
      assertThat(hasher.matches("correct horse battery", hash)).isTrue();
      assertThat(hasher.matches("correct horse batterz", hash)).isFalse();
      assertThat(hasher.matches("correct horse battery", null)).isFalse();
    }
  }

  @Test
  void those_beyond_the_queue_are_refused_at_once() {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicInteger refused = new AtomicInteger();
    try (PasswordHasher hasher = new PasswordHasher(PasswordHasher.ITERATIONS / 16, 1)) {
      List<CompletableFuture<Void>> all =
          IntStream.range(0, 40)
              .mapToObj(i -> CompletableFuture.runAsync(() -> hash(hasher, refused), threads))
              .toList();
      all.forEach(CompletableFuture::join);
    }
    threads.shutdown();

    assertThat(refused.get()).isBetween(1, 40 - ONE_HASHED_AND_SIXTEEN_WAITING);
  }

  private static void hash(PasswordHasher hasher, AtomicInteger refused) {
    try {
      hasher.matches("some password", null);
    } catch (ControlPlaneException full) {
      assertThat(full.code()).isEqualTo(ErrorCode.TOO_MANY_ATTEMPTS);
      assertThat(full.retryAfter()).isPositive().isLessThan(Duration.ofMinutes(1));
      refused.incrementAndGet();
    }
  }
}
