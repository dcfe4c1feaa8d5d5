package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Masked imports that end in the middle, and that have huge rows. */
@Tag("slow")
class MaskedInterruptionsTest extends SmallSourceFixture {
  private static final String RULES =
      """
      version: 1
      tables:
        public.t:
          columns:
            id: {keep: a number, type: integer}
            name: {mask: hash, type: text}
            body: {keep: not personal, type: text}
      """;
  private static final int HUGE = 200 << 20;

  @BeforeAll
  void create_tables() throws Exception {
    source.execute("postgres", "CREATE DATABASE many");
    source.execute(
        "many",
        "CREATE TABLE t (id int PRIMARY KEY, name text, body text);"
            + " INSERT INTO t SELECT i, 'original name ' || i, repeat('x', 200)"
            + " FROM generate_series(1, 200000) i");
    source.execute("postgres", "CREATE DATABASE huge");
    source.execute(
        "huge",
        "CREATE TABLE t (id int PRIMARY KEY, name text, body text);"
            + " ALTER TABLE t ALTER name SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL;"
            + " INSERT INTO t VALUES (1, repeat('o', %1$d), repeat('k', %1$d))".formatted(HUGE));
  }

  @Test
  void imports_that_end_while_rows_are_masked_begin_anew() throws Exception {
    interrupted("rows-1.copy");
  }

  @Test
  void imports_that_end_while_rows_are_loaded_begin_anew() throws Exception {
    interrupted("server.log");
  }

  private void interrupted(String file) throws Exception {
    ImportSpec spec = spec("many");
    assertThat(machine.run(spec, ImportPhase.PROVISIONING).message()).isEmpty();
    Path folder = machine.root.imports().resolve(spec.id().toString());
    LocalImports first = machine.open(machine.installations);
    first.ensure(spec, ImportPhase.IMPORTING);
    ImportEnvironment.await()
        .until(
            () ->
                Files.exists(folder.resolve(file))
                    || first.observe(spec.id(), ImportPhase.IMPORTING).state()
                        != StepState.RUNNING);
    first.close();
    assertThat(Processes.of(folder)).isEmpty();

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.result().attestation()).contains("\"rows\":200000");
    assertThat(machine.root.imports()).isEmptyDirectory();
    assertThat(machine.volumes.list()).contains(VolumeNames.golden(spec.id()));
  }

  @Test
  void rows_of_200_megabytes_pass_without_being_held_in_memory() {
    List<MemoryPoolMXBean> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    System.gc();
    long before = heap.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);

    ImportObservation end = machine.run(spec("huge"));

    assertThat(end.message()).isEmpty();
    long peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    assertThat(peak - before).isLessThan(HUGE);
  }

  private ImportSpec spec(String database) {
    return new ImportSpec(UUID.randomUUID(), database, 1, source.connection(database), "", RULES);
  }
}
