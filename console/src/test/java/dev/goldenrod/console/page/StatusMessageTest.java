package dev.goldenrod.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatusMessageTest {
  @Test
  void limits_that_are_not_enforced_stand_apart_from_what_needs_attention() {
    StatusMessage message =
        StatusMessage.parse(
            "memory 512m and cpu 1 are not enforced: cannot create cgroups in /sys: Read-only;"
                + " storage 5g is not enforced: no project quotas; clients cannot log in");

    assertThat(message.text()).isEqualTo("clients cannot log in");
    assertThat(message.limits())
        .isEqualTo("memory 512m and cpu 1 are not enforced; storage 5g is not enforced");
    assertThat(message.reasons())
        .isEqualTo("cannot create cgroups in /sys: Read-only; no project quotas");
  }

  @Test
  void other_messages_stay_as_they_are() {
    assertThat(StatusMessage.parse("the disk is full; try again"))
        .isEqualTo(new StatusMessage("the disk is full; try again", "", ""));
    assertThat(StatusMessage.parse("")).isEqualTo(new StatusMessage("", "", ""));
  }
}
