package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.reconcile.WorkRunner.RepeatedProblemFilter;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkRunnerProblemFilterTest {
  private final RepeatedProblemFilter filter = new RepeatedProblemFilter();
  private final UUID resource = UUID.randomUUID();

  @Test
  void a_trouble_is_news_once_for_each_resource_and_again_after_it_was_over() {
    assertThat(filter.isNew(resource, "no port")).isTrue();
    assertThat(filter.isNew(resource, "no port")).isFalse();
    assertThat(filter.isNew(UUID.randomUUID(), "no port")).isTrue();
    assertThat(filter.isNew(resource, "no disk")).isTrue();
    assertThat(filter.isNew(resource, null)).isTrue();

    filter.clear(resource);

    assertThat(filter.isNew(resource, null)).isTrue();
  }
}
