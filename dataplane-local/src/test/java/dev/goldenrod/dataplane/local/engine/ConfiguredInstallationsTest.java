package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfiguredInstallationsTest {
  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private LocalRoot root;

  @BeforeEach
  void openRoot() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    UnpackedBundle.copyInto(root, runAs);
  }

  @Test
  void a_configured_installation_comes_before_all_others() throws IOException {
    Path old = installation("old", "PostgreSQL", "9.1", "postgres", "initdb");
    Path newer = installation("newer", "PostgreSQL", "9.10", "postgres", "initdb");

    Installations installations = Installations.find(root, runAs, List.of(old, newer));

    assertThat(installations.newestServer(PostgresEngine.TYPE).orElseThrow().bin())
        .isEqualTo(newer.toRealPath().resolve("bin"));
    assertThat(installations.server(PostgresEngine.TYPE, "9").version()).isEqualTo("9.10");
    assertThat(installations.servers(PostgresEngine.TYPE))
        .extracting(Installation::version)
        .startsWith("9.10", "9.1");
  }

  @Test
  void a_server_of_a_version_that_is_not_there_is_refused_with_what_to_install() {
    Installations installations = Installations.find(root, runAs, List.of());

    assertThatThrownBy(() -> installations.server(PostgresEngine.TYPE, "7"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("PostgreSQL 7 is not installed (found: ")
        .hasMessageEndingWith("); install it on the machine");
    assertThatThrownBy(() -> installations.server(PostgresEngine.TYPE, "12"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("PostgreSQL 12 is not installed (found: ")
        .hasMessageEndingWith("); install it with " + root.command("engine install postgresql 12"));
  }

  @Test
  void tools_are_of_the_version_asked_for_or_the_next_newer_one() throws IOException {
    Installations installations =
        Installations.find(
            root,
            runAs,
            List.of(
                installation("a", "PostgreSQL", "90.1", "postgres", "initdb"),
                installation("b", "PostgreSQL", "93.0", "pg_dump"),
                installation("c", "PostgreSQL", "91.4", "pg_dump")));

    assertThat(installations.postgresTool("pg_dump", 90).version()).isEqualTo("91.4");
    assertThat(installations.postgresTool("pg_dump", 91).version()).isEqualTo("91.4");
    assertThat(installations.postgresTool("pg_dump", 92).version()).isEqualTo("93.0");
    assertThat(installations.servers(PostgresEngine.TYPE))
        .extracting(Installation::release)
        .doesNotContain("91", "93");
    assertThatThrownBy(() -> installations.postgresTool("pg_dump", 94))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("pg_dump of PostgreSQL 94 or newer is not installed (found: 93.0 in ")
        .hasMessageContaining(
            " install it with "
                + root.command("engine install postgresql 94")
                + " where Debian or Ubuntu has PostgreSQL 94; elsewhere install the client tools"
                + " and specify their folder with --postgres-home");
  }

  @Tag("slow")
  @Test
  void a_configured_folder_without_postgresql_is_refused() throws IOException {
    Path other = installation("other", "SomethingElse", "1.0", "postgres");

    for (Path folder : List.of(other, temporary.resolve("none"))) {
      assertThatThrownBy(() -> Installations.find(root, runAs, List.of(folder)))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageStartingWith(folder + " contains no PostgreSQL that user " + runAs.userName());
    }
  }

  @Test
  void archives_are_named_after_the_machine() {
    assertThat(BundledPostgres.archive("Linux", "amd64")).isEqualTo("/postgres-linux-x86_64.txz");
    assertThat(BundledPostgres.archive("Linux", "aarch64")).isEqualTo("/postgres-linux-arm_64.txz");
    assertThat(BundledPostgres.archive("Mac OS X", "aarch64"))
        .isEqualTo("/postgres-darwin-arm_64.txz");
  }

  /** Creates programs that only print their version. */
  private Path installation(String name, String product, String version, String... programs)
      throws IOException {
    Path bin = Files.createDirectories(temporary.resolve(name).resolve("bin"));
    for (String program : programs) {
      Path file = bin.resolve(program);
      Files.writeString(
          file, "#!/bin/sh\necho '%s (%s) %s (Test)'\n".formatted(program, product, version));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return bin.getParent();
  }
}
