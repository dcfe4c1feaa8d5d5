package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.masking.proof.ByteSearch;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What masked imports leave that are killed, cancelled or without room on the disk. */
@Tag("slow")
class MaskedRemainsTest {
  private static final String DATABASE = "many";
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
  private static final ByteSearch ORIGINALS =
      ByteSearch.of(List.of("original name ".getBytes(StandardCharsets.UTF_8)));

  @TempDir static Path sourceFolder;
  @TempDir Path folder;
  private static TestSource source;
  private static Path rules;
  private Path dataDir;

  @BeforeAll
  static void create_source() throws Exception {
    makeReachable(sourceFolder);
    rules = Files.writeString(sourceFolder.resolve("rules.yaml"), RULES);
    source = new TestSource(TestPostgres.HOME, RunAs.detect(), sourceFolder);
    source.execute("postgres", "CREATE DATABASE many");
    source.execute(
        DATABASE,
        "CREATE TABLE t (id int PRIMARY KEY, name text, body text);"
            + " INSERT INTO t SELECT i, 'original name ' || i, repeat('x', 200)"
            + " FROM generate_series(1, 200000) i; CHECKPOINT");
  }

  @AfterAll
  static void stop_source() {
    source.close();
  }

  private static void makeReachable(Path folder) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void the_search_finds_originals_in_the_source() throws Exception {
    assertThat(filesWithOriginals(source.data())).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = ImportPhase.class,
      names = {"PROBING", "PROVISIONING", "IMPORTING", "SNAPSHOTTING", "CLEANING"})
  void a_process_that_is_killed_in_a_step_leaves_no_original(ImportPhase step) throws Exception {
    ImportSpec spec = prepare();
    Process process = ImportingProcess.start(dataDir, spec, rules);
    try (BufferedReader steps = process.inputReader()) {
      assertThat(steps.lines().anyMatch(line -> line.equals(step.toString()))).isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }

    requireEndsWithoutOriginals(spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows-1.copy", "server.log"})
  void a_process_that_is_killed_while_it_copies_or_loads_rows_leaves_no_original(String file)
      throws Exception {
    ImportSpec spec = prepare();
    Process process = ImportingProcess.start(dataDir, spec, rules);
    try {
      awaitFile(file);
    } finally {
      process.destroyForcibly().waitFor();
    }

    requireEndsWithoutOriginals(spec);
  }

  /** Begins to search the data directory before its processes end. */
  private void requireEndsWithoutOriginals(ImportSpec spec) throws Exception {
    assertThat(filesWithOriginals(dataDir)).isEmpty();
    try (ImportEnvironment machine = new ImportEnvironment(dataDir)) {
      ImportObservation end = machine.run(spec);

      assertThat(end.message()).isEmpty();
      assertThat(end.result().attestation()).contains("\"rows\":200000");
      assertThat(machine.root.imports()).isEmptyDirectory();
      assertThat(machine.volumes.list()).containsExactly(VolumeNames.golden(spec.id()));
      assertThat(Processes.of(machine.root.path())).isEmpty();
      assertThat(filesWithOriginals(dataDir)).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows-1.copy", "server.log"})
  void a_cancelled_import_leaves_nothing(String file) throws Exception {
    ImportSpec spec = prepare();
    try (ImportEnvironment machine = new ImportEnvironment(dataDir)) {
      assertThat(machine.run(spec, ImportPhase.PROVISIONING).message()).isEmpty();
      machine.imports.ensure(spec, ImportPhase.IMPORTING);
      awaitFile(file);

      machine.remove(spec.id());

      requireNothingLeft(machine);
    }
  }

  @Test
  @EnabledIf("dev.goldenrod.dataplane.local.volume.HostileVolumesTest#isRoot")
  void a_full_disk_fails_the_import_and_leaves_nothing() throws Exception {
    ImportSpec spec = prepare();
    Files.createDirectories(dataDir);
    Tool.run(
        "mount", "-t", "tmpfs", "-o", "mode=755,size=100m", "goldenrod-test", dataDir.toString());
    try (ImportEnvironment machine = new ImportEnvironment(dataDir)) {
      ImportObservation end = machine.run(spec);

      assertThat(end.state()).isEqualTo(StepState.FAILED);
      assertThat(end.message()).contains("free").doesNotContain("original name");
      assertThat(filesWithOriginals(dataDir)).isEmpty();
      machine.remove(spec.id());
      requireNothingLeft(machine);

      Tool.run("mount", "-o", "remount,size=2g", dataDir.toString());
      assertThat(machine.run(spec).message()).isEmpty();
      assertThat(filesWithOriginals(dataDir)).isEmpty();
    } finally {
      Tool.run("umount", "--lazy", dataDir.toString());
    }
  }

  private void requireNothingLeft(ImportEnvironment machine) throws Exception {
    assertThat(machine.root.imports()).isEmptyDirectory();
    assertThat(machine.volumes.list()).isEmpty();
    assertThat(Processes.of(machine.root.path())).isEmpty();
    assertThat(filesWithOriginals(dataDir)).isEmpty();
  }

  private ImportSpec prepare() throws Exception {
    makeReachable(folder);
    dataDir = folder.resolve("data");
    return new ImportSpec(UUID.randomUUID(), DATABASE, 1, source.connection(DATABASE), "", RULES);
  }

  private void awaitFile(String name) {
    ImportEnvironment.await().until(() -> files(dataDir).anyMatch(file -> file.endsWith(name)));
  }

  private static List<Path> filesWithOriginals(Path folder) throws Exception {
    return files(folder).filter(MaskedRemainsTest::hasOriginal).toList();
  }

  private static boolean hasOriginal(Path file) {
    try (InputStream content = Files.newInputStream(file)) {
      return !ORIGINALS.search(content).isEmpty();
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the regular files, without those that are removed meanwhile. */
  private static Stream<Path> files(Path folder) {
    File[] entries = folder.toFile().listFiles();
    return entries == null
        ? Stream.of(folder).filter(Files::isRegularFile)
        : Stream.of(entries)
            .map(File::toPath)
            .filter(path -> !Files.isSymbolicLink(path))
            .flatMap(MaskedRemainsTest::files);
  }
}
