package dev.goldenrod.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.identity.Identity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RenewalQueueTest {
  private final RenewalQueue queue = new RenewalQueue();
  private final List<Identity> due = new ArrayList<>();

  @Test
  void accounts_that_failed_come_last() {
    addAccounts(130);
    queue.beginPass();
    assertThat(next()).isEqualTo(due.subList(0, 100));
    due.subList(0, 100).forEach(queue::failed);

    assertThat(next()).isEqualTo(due.subList(100, 130));
    queue.beginPass();
    List<Identity> inNextPass = next();

    assertThat(inNextPass).hasSize(100);
    assertThat(inNextPass.subList(0, 30)).isEqualTo(due.subList(100, 130));
  }

  @Test
  void each_failure_makes_the_pause_longer_up_to_four_passes() {
    addAccounts(1);
    List<Integer> asked = new ArrayList<>();
    for (int pass = 0; pass < 16; pass++) {
      queue.beginPass();
      int number = pass;
      next()
          .forEach(
              identity -> {
                asked.add(number);
                queue.failed(identity);
              });
    }

    assertThat(asked).containsExactly(0, 1, 3, 6, 10, 14);
  }

  @Test
  void an_account_is_forgotten_once_it_succeeded_or_is_not_due() {
    addAccounts(2);
    queue.beginPass();
    due.forEach(queue::failed);
    assertThat(queue.failing()).isEqualTo(2);

    queue.succeeded(due.get(0));
    assertThat(queue.failing()).isEqualTo(1);
    due.clear();
    assertThat(next()).isEmpty();
    assertThat(queue.failing()).isZero();
  }

  private List<Identity> next() {
    return queue.next(limit -> due.stream().limit(limit).toList());
  }

  private void addAccounts(int count) {
    IntStream.range(0, count)
        .mapToObj(
            number ->
                new Identity(
                    UUID.randomUUID(),
                    UUID.randomUUID(),
                    UUID.randomUUID(),
                    "https://id.example",
                    "subject " + number,
                    "renewal",
                    Instant.EPOCH,
                    null,
                    Instant.EPOCH))
        .forEach(due::add);
  }
}
