package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Imports that are killed, cancelled or closed while running. */
@Tag("slow")
class ImportInterruptionsTest extends SmallSourceFixture {
  @Test
  void after_a_kill_the_step_begins_anew_and_ends_its_orphans() throws Exception {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.PROVISIONING);
    WorkFolder folder = machine.context().folder(spec.id());
    Path volume = machine.volumes.path(VolumeNames.staged(spec.id()));
    try (Connection holder = lockTable()) {
      leaveOrphans(spec, folder, volume);
      assertThat(Processes.of(folder.folder())).isNotEmpty();
      assertThat(Processes.of(volume)).isNotEmpty();
      List<ProcessHandle> orphans = Processes.of(folder.folder());

      try (LocalImports next = machine.open(machine.installations)) {
        assertThat(next.observe(spec.id(), ImportPhase.PROVISIONING).state())
            .isEqualTo(StepState.DONE);
        assertThat(next.observe(spec.id(), ImportPhase.IMPORTING).state())
            .isEqualTo(StepState.ABSENT);
        next.ensure(spec, ImportPhase.IMPORTING);
        ImportEnvironment.await()
            .until(() -> orphans.stream().noneMatch(ProcessHandle::isAlive), gone -> gone);
        holder.rollback();
        ImportObservation end = ended(next, spec, ImportPhase.IMPORTING);
        assertThat(end.message()).isEmpty();
        assertThat(end.state()).isEqualTo(StepState.DONE);
      }
    }
    assertThat(machine.run(spec).state()).isEqualTo(StepState.DONE);
  }

  @Test
  void an_import_that_is_removed_in_the_middle_leaves_nothing() throws Exception {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.PROVISIONING);
    Path folder = machine.root.imports().resolve(spec.id().toString());
    try (Connection holder = lockTable()) {
      machine.imports.ensure(spec, ImportPhase.IMPORTING);
      ImportEnvironment.await().until(() -> Processes.of(folder), running -> !running.isEmpty());
      assertThat(machine.imports.importIds()).contains(spec.id());

      machine.remove(spec.id());

      assertThat(Processes.of(folder)).isEmpty();
      holder.rollback();
    }
    assertThat(folder).doesNotExist();
    assertThat(machine.volumes.list()).doesNotContain(VolumeNames.staged(spec.id()));
    assertThat(machine.imports.importIds()).doesNotContain(spec.id());
  }

  @Test
  void imports_that_are_closed_in_the_middle_go_on_in_the_next_process() throws Exception {
    ImportSpec spec = spec();
    machine.run(spec, ImportPhase.PROVISIONING);
    Path folder = machine.root.imports().resolve(spec.id().toString());
    try (Connection holder = lockTable()) {
      LocalImports first = machine.open(machine.installations);
      first.ensure(spec, ImportPhase.IMPORTING);
      ImportEnvironment.await().until(() -> Processes.of(folder), running -> !running.isEmpty());
      first.close();
      assertThat(Processes.of(folder)).isEmpty();
      holder.rollback();
    }

    assertThat(machine.run(spec).message()).isEmpty();
    assertThat(machine.versions.handles()).contains("local:" + spec.id());
  }

  @Test
  void a_volume_that_was_not_named_golden_yet_is_named_by_the_next_process() {
    ImportSpec spec = spec();
    ImportObservation before = machine.run(spec, ImportPhase.SNAPSHOTTING);
    machine.volumes.rename(VolumeNames.golden(spec.id()), VolumeNames.staged(spec.id()));

    try (LocalImports next = machine.open(machine.installations)) {
      ImportObservation after = next.observe(spec.id(), ImportPhase.SNAPSHOTTING);
      assertThat(after.state()).isEqualTo(StepState.DONE);
      assertThat(after.result()).isEqualTo(before.result());
    }
    assertThat(machine.volumes.list()).contains(VolumeNames.golden(spec.id()));
  }

  private void leaveOrphans(ImportSpec spec, WorkFolder folder, Path volume) {
    folder.mark("importing.begun");
    Path log = folder.writeOwn("orphan.log", "");
    folder.createForTool("dump");
    Processes.startDetached(
        machine.runAs,
        folder.folder(),
        List.of(
            machine.home().bin().resolve("pg_dump").toString(),
            "--dbname=" + spec.source().dbname(),
            "--format=directory",
            "--file=" + folder.file("dump"),
            "--jobs=2"),
        Map.of(
            "PGHOST",
            spec.source().host(),
            "PGPORT",
            Integer.toString(spec.source().port()),
            "PGUSER",
            TestSource.USER,
            "PGPASSWORD",
            TestSource.PASSWORD),
        log);
    DataVolume data = new DataVolume(volume);
    ProbedSource source = machine.context().records(spec.id()).source();
    source.initialise(
        machine
            .context()
            .preparation()
            .preparation(PostgresEngine.TYPE, source.release(), data, folder));
    machine.server(data, log);
  }

  private Connection lockTable() throws Exception {
    Connection connection = source.connect("small");
    connection.setAutoCommit(false);
    Sql.run(connection, "LOCK TABLE item IN ACCESS EXCLUSIVE MODE");
    return connection;
  }
}
