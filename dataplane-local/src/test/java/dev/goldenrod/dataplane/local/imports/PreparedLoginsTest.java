package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.engine.UnpackedBundle;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.ScramVerifier;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clones of whatever was prepared for clones get their login before their server starts. */
class PreparedLoginsTest extends ImportFixture {
  private static final String PASSWORD = "the clone's";
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(1);

  @Test
  void an_empty_database_is_prepared() throws Exception {
    String golden = machine.versions.ofBlank(PostgresEngine.TYPE, machine.home().release());

    assertLoginsAreWritten(machine, golden);
  }

  @Tag("slow")
  @Test
  void the_bundled_release_is_prepared_whose_pages_have_checksums() throws Exception {
    LocalRoot bundle = LocalRoot.open(folder.resolve("bundle"), "unused", machine.runAs);
    UnpackedBundle.copyInto(bundle, machine.runAs);
    List<Path> bundled =
        childrenOf(bundle.engines()).stream().map(it -> it.resolve("bin")).toList();
    try (ImportEnvironment other = new ImportEnvironment(folder.resolve("other"), bundled)) {
      String release =
          other.installations.newestServer(PostgresEngine.TYPE).orElseThrow().release();
      assertThat(Integer.parseInt(release)).isGreaterThanOrEqualTo(18);
      String golden = other.versions.ofBlank(PostgresEngine.TYPE, release);

      assertLoginsAreWritten(other, golden);
    }
  }

  @Tag("slow")
  @Test
  void an_imported_database_is_prepared() throws Exception {
    source.create("small", "small.sql");
    ImportSpec spec = spec("small");
    assertThat(machine.run(spec).message()).isEmpty();

    assertLoginsAreWritten(machine, VolumeNames.golden(spec.id()));
  }

  @Tag("slow")
  @Test
  void a_registered_directory_is_prepared_and_keeps_no_verifier_of_its_roles() throws Exception {
    String verifier = ScramVerifier.of("of the source");
    source.create("small", "small.sql");
    source.execute("small", "CREATE ROLE reader LOGIN PASSWORD '" + verifier + "'");
    source.close();
    assertThat(holders(source.data(), verifier)).isNotEmpty();

    String golden =
        machine.versions.ofVersion(
            new VersionRef(new UUID(0, 1), "small", 1, "dir:" + source.data()));

    assertThat(holders(machine.volumes.path(golden), verifier)).isEmpty();
    assertLoginsAreWritten(machine, golden);
  }

  private void assertLoginsAreWritten(ImportEnvironment environment, String golden)
      throws Exception {
    DataVolume clone =
        new DataVolume(environment.volumes.clone(golden, "clone", environment.runAs));
    TestPostgres server =
        TestPostgres.ofClone(
            environment.installations.server(PostgresEngine.TYPE, clone.info().release()),
            clone,
            folder.resolve("clone.log"),
            Ports.anyFree(),
            new Resources(256, 0, 0),
            environment.runAs);
    AdminPassword former = AdminPassword.of(clone).get(0);

    server
        .engineServer()
        .writeLogin(PASSWORD, file -> environment.volumes.writable("clone", file))
        .orElseThrow()
        .run();

    assertThat(AdminPassword.of(clone).get(0).text()).isNotEqualTo(former.text());
    server.start();
    try {
      server.connect(clone.info().database(), PostgresLogin.CLONE_ROLE, PASSWORD).close();
      server.connectAsAdmin("template1").close();
    } finally {
      server.stop(STOP_PATIENCE);
    }
  }

  /** Returns the files below the folder that have the text. */
  private static List<Path> holders(Path folder, String text) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(file -> has(file, text)).toList();
    }
  }

  private static boolean has(Path file, String text) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> childrenOf(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.toList();
    }
  }
}
