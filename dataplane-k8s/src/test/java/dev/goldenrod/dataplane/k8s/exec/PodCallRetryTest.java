package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PodCallRetryTest {
  private final List<String> told = new ArrayList<>();
  private final PodCallRetry retry = PodCallRetry.of(() -> false, () -> {}, told::add);

  @Tag("slow")
  @Test
  void tells_why_it_waits_and_when_it_waits_no_more() {
    assertThat(retry.call(() -> answerAfter(() -> !told.isEmpty()))).isEqualTo("there");

    assertThat(told)
        .containsExactly(
            "the tools keep running in their pod, which cannot be reached at the moment: it is away",
            "");
  }

  @Test
  void tells_nothing_of_a_moment() {
    List<Integer> calls = new ArrayList<>();
    retry.call(
        () -> {
          calls.add(1);
          return answerAfter(() -> calls.size() > 1);
        });

    assertThat(told).isEmpty();
  }

  private static String answerAfter(Supplier<Boolean> isBack) {
    if (isBack.get()) {
      return "there";
    }
    throw new DataPlaneUnreachableException("it is away");
  }
}
