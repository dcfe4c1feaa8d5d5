package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports whose records were damaged by a power failure. */
@Tag("slow")
class ImportRecordsTest extends SmallSourceFixture {
  private static final String TORN = "{\"result\":{\"pgMa";

  @ParameterizedTest
  @ValueSource(strings = {TORN, "", "null", "{}"})
  void a_step_whose_record_is_torn_begins_anew(String content) throws IOException {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.PROBING);
    Files.writeString(record(spec, "probing.json"), content);

    try (LocalImports next = machine.open(machine.installations)) {
      assertThat(next.observe(spec.id(), ImportPhase.PROBING).state()).isEqualTo(StepState.ABSENT);
      next.ensure(spec, ImportPhase.PROBING);
      assertThat(ended(next, spec, ImportPhase.PROBING).state()).isEqualTo(StepState.DONE);
      ImportEnvironment.await().until(() -> next.remove(spec.id()));
    }
    machine.remove(spec.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"provisioning.json", "source.json"})
  void an_import_fails_with_a_message_when_what_it_builds_on_is_gone_or_torn(String name)
      throws IOException {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.PROVISIONING);
    Files.writeString(record(spec, name), TORN);
    requireFailure(spec, name);
    Files.delete(record(spec, name));
    requireFailure(spec, name);
    machine.remove(spec.id());
    assertThat(machine.imports.importIds()).doesNotContain(spec.id());
  }

  @Test
  void data_that_an_earlier_release_loaded_and_did_not_check_becomes_no_golden()
      throws IOException {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.IMPORTING);
    Path record = record(spec, "importing.json");
    Files.writeString(
        record, Files.readString(record).replaceFirst("(\"sizeBytes\"\\s*:\\s*)[0-9]+", "$10"));

    requireFailure(
        spec, "importing.json", ImportPhase.SNAPSHOTTING, "an earlier release of Goldenrod");
    machine.remove(spec.id());
  }

  @Test
  void a_golden_whose_own_record_is_torn_is_known_by_its_name() throws IOException {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.SNAPSHOTTING);
    Path golden = machine.volumes.path(VolumeNames.golden(spec.id()));
    Files.writeString(golden.resolve("import.json"), TORN);

    try (LocalImports next = machine.open(machine.installations)) {
      ImportObservation seen = next.observe(spec.id(), ImportPhase.SNAPSHOTTING);

      assertThat(seen.state()).isEqualTo(StepState.DONE);
      assertThat(seen.result().handle()).isEqualTo("local:" + spec.id());
      assertThat(seen.result().release()).isEqualTo(Integer.toString(machine.major()));
      next.ensure(spec, ImportPhase.CLEANING);
      ended(next, spec, ImportPhase.CLEANING);
      assertThat(machine.imports.observe(spec.id(), ImportPhase.CLEANING).warnings())
          .anyMatch(warning -> warning.contains("import.json of the golden is missing or damaged"));
    }
  }

  @Test
  void an_error_in_a_step_fails_the_import() {
    ImportSpec spec = spec();
    Step broken =
        (ignored, run) -> {
          throw new NoClassDefFoundError("gone");
        };

    try (LocalImports imports = machine.open(ImportPhase.PROBING, broken)) {
      imports.ensure(spec, ImportPhase.PROBING);

      ImportObservation end = ended(imports, spec, ImportPhase.PROBING);
      assertThat(end.state()).isEqualTo(StepState.FAILED);
      assertThat(end.message()).contains("NoClassDefFoundError: gone");
    }
  }

  private void requireFailure(ImportSpec spec, String name) {
    requireFailure(spec, name, ImportPhase.IMPORTING, "missing or damaged; start the import again");
  }

  private void requireFailure(ImportSpec spec, String name, ImportPhase step, String message) {
    try (LocalImports next = machine.open(machine.installations)) {
      next.ensure(spec, step);
      ImportObservation end = ended(next, spec, step);
      assertThat(end.state()).as(name).isEqualTo(StepState.FAILED);
      assertThat(end.message()).contains(message);
    }
  }

  private Path record(ImportSpec spec, String name) {
    return machine.root.imports().resolve(spec.id().toString()).resolve(name);
  }
}
