package dev.goldenrod.instance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstancePhaseTest {
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      textBlock =
          """
          from,         PENDING, PROVISIONING, READY, FAILED, TERMINATING
          PENDING,      yes,     yes,          yes,   yes,    yes
          PROVISIONING, yes,     yes,          yes,   yes,    yes
          READY,        yes,     yes,          yes,   yes,    yes
          FAILED,       yes,     no,           yes,   yes,    yes
          TERMINATING,  no,      no,           no,    no,     yes
          """)
  void each_phase_may_go_to_those_and_to_no_other(
      InstancePhase from,
      String pending,
      String provisioning,
      String ready,
      String failed,
      String terminating) {
    assertThat(from.canBecome(InstancePhase.PENDING)).isEqualTo(pending.equals("yes"));
    assertThat(from.canBecome(InstancePhase.PROVISIONING)).isEqualTo(provisioning.equals("yes"));
    assertThat(from.canBecome(InstancePhase.READY)).isEqualTo(ready.equals("yes"));
    assertThat(from.canBecome(InstancePhase.FAILED)).isEqualTo(failed.equals("yes"));
    assertThat(from.canBecome(InstancePhase.TERMINATING)).isEqualTo(terminating.equals("yes"));
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, Pending, false",
    "PROVISIONING, Provisioning, false",
    "READY, Ready, true",
    "FAILED, Failed, true",
    "TERMINATING, Terminating, false"
  })
  void each_phase_has_its_name_in_the_api(InstancePhase phase, String name, boolean settled) {
    assertThat(phase.wireName()).isEqualTo(name);
    assertThat(phase.isSettled()).isEqualTo(settled);
  }

  @Test
  void there_are_no_other_phases() {
    assertThat(InstancePhase.values()).hasSize(5);
  }
}
