package dev.goldenrod.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ImportPhaseTest {
  @ParameterizedTest
  @CsvSource({
    "PENDING,      PROBING FAILED",
    "PROBING,      PROVISIONING FAILED",
    "PROVISIONING, IMPORTING FAILED",
    "IMPORTING,    SNAPSHOTTING FAILED",
    "SNAPSHOTTING, REGISTERING FAILED",
    "REGISTERING,  CLEANING FAILED",
    "CLEANING,     SUCCEEDED FAILED",
    "SUCCEEDED,    ''",
    "FAILED,       ''"
  })
  void each_phase_may_go_to_those_and_to_no_other(ImportPhase from, String allowed) {
    for (ImportPhase to : ImportPhase.values()) {
      boolean expected = (" " + allowed + " ").contains(" " + to + " ");
      assertThat(from.canBecome(to)).as("%s to %s", from, to).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING,      Pending,      false, false",
    "PROBING,      Probing,      true,  false",
    "PROVISIONING, Provisioning, true,  false",
    "IMPORTING,    Importing,    true,  false",
    "SNAPSHOTTING, Snapshotting, true,  false",
    "REGISTERING,  Registering,  false, false",
    "CLEANING,     Cleaning,     true,  false",
    "SUCCEEDED,    Succeeded,    false, true",
    "FAILED,       Failed,       false, true"
  })
  void each_phase_has_its_name_and_its_worker(
      ImportPhase phase, String name, boolean dataPlane, boolean terminal) {
    assertThat(phase.wireName()).isEqualTo(name);
    assertThat(phase.isDataPlaneStep()).isEqualTo(dataPlane);
    assertThat(phase.isTerminal()).isEqualTo(terminal);
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCEEDED", "FAILED"})
  void nothing_follows_the_end(ImportPhase end) {
    assertThatThrownBy(end::following)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(end.wireName());
  }

  @Test
  void there_are_no_other_phases() {
    assertThat(ImportPhase.values()).hasSize(9);
  }
}
