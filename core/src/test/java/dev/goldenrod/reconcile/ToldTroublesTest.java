package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ToldTroublesTest {
  private final ToldTroubles told = new ToldTroubles();
  private final UUID resource = UUID.randomUUID();

  @Test
  void a_trouble_is_news_once_for_each_resource_and_again_after_it_was_over() {
    assertThat(told.isNews(resource, "no port")).isTrue();
    assertThat(told.isNews(resource, "no port")).isFalse();
    assertThat(told.isNews(UUID.randomUUID(), "no port")).isTrue();
    assertThat(told.isNews(resource, "no disk")).isTrue();
    assertThat(told.isNews(resource, null)).isTrue();

    told.over(resource);

    assertThat(told.isNews(resource, null)).isTrue();
  }
}
