package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final UUID ANN = new UUID(0, 1);
  private static final UUID BOB = new UUID(0, 2);

  private final Semaphore ends = new Semaphore(0);
  private final List<String> begun = new CopyOnWriteArrayList<>();
  private FairQueue queue = new FairQueue("test", 1, 4, 16);

  @AfterEach
  void close() {
    queue.close();
  }

  @Test
  void members_take_turns_however_much_work_one_of_them_has() {
    submit(ANN, "ann 1");
    submit(ANN, "ann 2");
    submit(ANN, "ann 3");
    submit(BOB, "bob 1");

    ends.release(4);

    await().atMost(PATIENCE).until(() -> begun.size() == 4);
    assertThat(begun).containsExactly("ann 1", "ann 2", "bob 1", "ann 3");
  }

  @Test
  void one_member_has_one_piece_of_work_done_at_a_time() {
    queue = new FairQueue("test", 2, 4, 16);
    submit(ANN, "ann 1");
    submit(ANN, "ann 2");
    submit(BOB, "bob 1");

    await().atMost(PATIENCE).until(() -> begun.size() == 2);

    assertThat(begun).containsExactlyInAnyOrder("ann 1", "bob 1");
  }

  @Test
  void no_more_waits_than_each_and_all_may_have_waiting() {
    assertThat(IntStream.range(0, 6).filter(i -> submit(ANN, "ann " + i))).hasSize(5);

    assertThat(IntStream.range(0, 20).filter(i -> submit(UUID.randomUUID(), "other " + i)))
        .hasSize(12);
    assertThat(submit(BOB, "bob")).isFalse();
  }

  @Test
  void work_that_fails_lets_the_next_begin() {
    queue.submit(
        ANN,
        () -> {
          begun.add("broken");
          throw new IllegalStateException("as the test wants it");
        });
    submit(ANN, "ann");

    await().atMost(PATIENCE).until(() -> begun.contains("ann"));
  }

  private boolean submit(UUID member, String work) {
    return queue.submit(
        member,
        () -> {
          begun.add(work);
          ends.acquireUninterruptibly();
        });
  }
}
