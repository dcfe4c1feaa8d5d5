package dev.goldenrod.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.instance.Credentials;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClonePrefetcherTest {
  private static final int PORT = 1;

  private final AtomicInteger launched = new AtomicInteger();
  private final Set<Integer> removed = ConcurrentHashMap.newKeySet();
  private final DeferredWork background = new DeferredWork();
  private final ClonePrefetcher clones = new ClonePrefetcher(this::launch, background);

  private volatile boolean refuses;

  private CloneLease launch(Runnable closed) {
    if (refuses) {
      throw new GoldenrodException("no clone");
    }
    int number = launched.incrementAndGet();
    return new CloneLease(
        new Credentials("", "127.0.0.1", PORT, "clone" + number, "user", "password"),
        () -> {
          closed.run();
          background.remove(() -> removed.add(number));
        });
  }

  @Test
  void one_lease_alone_makes_no_other_clone() {
    clones.take().close();

    release();

    assertThat(launched).hasValue(1);
  }

  @Test
  void a_series_of_leases_has_the_next_one_made_ahead_and_no_more() {
    clones.take().close();
    try (CloneLease second = clones.take()) {
      await().untilAsserted(() -> assertThat(launched).hasValue(3));
      assertThat(second.credentials().dbname()).isEqualTo("clone2");
    }
    try (CloneLease third = clones.take()) {
      assertThat(third.credentials().dbname()).isEqualTo("clone3");
      await().untilAsserted(() -> assertThat(launched).hasValue(4));
    }

    release();

    assertThat(launched).hasValue(4);
  }

  @Test
  void what_nobody_took_is_removed_and_what_somebody_has_is_not() {
    CloneLease first = clones.take();
    CloneLease second = clones.take();
    await().untilAsserted(() -> assertThat(launched).hasValue(3));

    release();

    assertThat(removed).containsExactly(3);
    first.close();
    second.close();
    release();
    assertThat(removed).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void no_clone_is_handed_out_twice() throws Exception {
    ExecutorService tests = Executors.newFixedThreadPool(8);
    List<Future<String>> names = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      names.add(
          tests.submit(
              () -> {
                try (CloneLease clone = clones.take()) {
                  return clone.credentials().dbname();
                }
              }));
    }
    Set<String> taken = ConcurrentHashMap.newKeySet();
    for (Future<String> name : names) {
      taken.add(name.get());
    }
    tests.shutdown();
    release();

    assertThat(taken).hasSize(200);
    assertThat(removed).hasSize(launched.get());
  }

  @Test
  void one_that_could_not_be_made_ahead_is_tried_again_and_tells_why() {
    clones.take();
    clones.take();
    await().untilAsserted(() -> assertThat(launched).hasValue(3));
    refuses = true;
    clones.take();

    assertThatThrownBy(clones::take).isInstanceOf(GoldenrodException.class).hasMessage("no clone");
    refuses = false;
    assertThat(clones.take().credentials().dbname()).isEqualTo("clone4");
  }

  private void release() {
    clones.release();
    background.awaitRemovals();
  }
}
