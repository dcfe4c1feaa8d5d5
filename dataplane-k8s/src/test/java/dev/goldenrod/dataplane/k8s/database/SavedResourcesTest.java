package dev.goldenrod.dataplane.k8s.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import org.junit.jupiter.api.Test;

class SavedResourcesTest {
  private static final Resources SMALL = new Resources(512, 500, 1024);
  private static final Resources LARGE = new Resources(1024, 500, 1024);

  @Test
  void the_message_has_what_waits_for_a_restart_and_the_problem_of_the_volume() {
    String late = SMALL.untilRestart(LARGE);

    assertThat(late).isNotEmpty();
    assertThat(message(SMALL, "")).isEmpty();
    assertThat(message(SMALL, "the volume is full")).isEqualTo("the volume is full");
    assertThat(message(LARGE, "")).isEqualTo(late);
    assertThat(message(LARGE, "the volume is full")).isEqualTo("the volume is full; " + late);
  }

  private static String message(Resources given, String problem) {
    return new SavedResources("shop", given, SMALL, problem).message();
  }
}
