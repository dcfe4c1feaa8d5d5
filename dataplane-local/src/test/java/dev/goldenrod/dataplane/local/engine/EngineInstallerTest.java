package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installations from files and folders only; downloads are not tested. */
final class EngineInstallerTest {
  private static final String MYSQL =
      "mysqld  Ver 8.0.33 for Linux on x86_64 (MySQL Community Server - GPL)";
  private static final String MARIADB =
      "mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)";

  private final RunAs runAs = RunAs.detect();
  private final List<String> stages = new ArrayList<>();
  @TempDir Path temporary;
  private LocalRoot root;
  private EngineInstaller installer;

  @BeforeEach
  void openRoot() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    installer = new EngineInstaller(root, runAs, (stage, detail) -> stages.add(stage));
  }

  @Tag("slow")
  @Test
  void an_artifact_of_postgresql_is_unpacked_tried_out_and_used() throws Exception {
    Installation installed = installer.install("postgresql", "18", artifact());

    assertThat(installed.release()).isEqualTo("18");
    assertThat(installed.origin()).isEqualTo(Origin.DOWNLOADED);
    assertThat(installed.folders().get(0)).startsWith(root.engines().resolve("postgresql-18"));
    assertThat(stages).containsExactly("unpack artifact.jar", "test the installation");
    assertThat(root.engines()).isDirectoryNotContaining("glob:**/.install-*");

    Path data = Files.createDirectory(root.path().resolve("pgdata"));
    runAs.chown(data);
    Installation postgres =
        Installations.find(root, runAs, List.of()).server(PostgresEngine.TYPE, "18");
    assertThat(postgres.bin()).isEqualTo(installed.folders().get(0));
    TestServer.initialize(postgres, runAs, data);
    try (TestServer server = TestServer.start(postgres, runAs, data)) {
      assertThat(server.query("SHOW server_version"))
          .containsExactly(installed.product().version());
    }
  }

  @Test
  void a_second_installation_changes_nothing_and_another_version_is_refused() throws IOException {
    Installation first = installer.install("mysql", "8.0", archive("mysqld", MYSQL));
    Path marker = Files.createFile(first.folders().get(0).resolve("marker"));

    assertThat(installer.install("mysql", "8.0", null)).isEqualTo(first);
    assertThat(installer.install("mysql", "8.0.33", null)).isEqualTo(first);
    assertThat(marker).exists();
    assertRefused(
        () -> installer.install("mysql", "8.0.34", null),
        "MySQL 8.0 is already installed, as 8.0.33 in ");
    assertRefused(
        () -> installer.install("mysql", "8.0", archive("other", MYSQL)),
        "remove it first with 'goldenrod engine remove mysql 8.0 --data-dir ");
  }

  @Test
  void two_at_a_time_install_it_once() throws Exception {
    Path archive = archive("mongod", "db version v7.0.14");
    Stream<CompletableFuture<Boolean>> both =
        Stream.of(1, 2)
            .map(
                one ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          try {
                            installer.install("mongodb", "7.0", archive);
                            return true;
                          } catch (DataPlaneException second) {
                            return false;
                          }
                        }));

    assertThat(both.toList().stream().map(CompletableFuture::join).toList())
        .containsExactlyInAnyOrder(true, false);
  }

  @Test
  void a_folder_is_used_where_it_is_and_stays_when_it_is_removed() throws IOException {
    Path folder = temporary.resolve("mongodb");
    program(folder.resolve("bin/mongod"), "db version v7.0.14");

    Installation installed = installer.install("mongodb", "7.0", folder);

    assertThat(installed.origin()).isEqualTo(Origin.INSTALLED);
    assertThat(installed.program("mongod")).contains(folder.toRealPath().resolve("bin/mongod"));
    assertThat(installer.remove("mongodb", "7.0")).isTrue();
    assertThat(installer.remove("mongodb", "7.0")).isFalse();
    assertThat(folder.resolve("bin/mongod")).exists();
    assertThat(Installations.find(root, runAs, List.of()).find("mongodb", "7.0")).isEmpty();
  }

  @Test
  void what_does_not_work_is_not_installed() throws IOException {
    Path damaged = Files.write(temporary.resolve("damaged.tgz"), new byte[] {1, 2, 3});
    Path text = Files.writeString(temporary.resolve("notes.txt"), "no archive");

    assertRefused(() -> installer.install("mysql", "8.0", damaged), "damaged.tgz is damaged: ");
    assertRefused(
        () -> installer.install("mysql", "8.0", text), "notes.txt is not a supported archive");
    assertRefused(
        () -> installer.install("mysql", "8.0", temporary.resolve("none")),
        "none is neither a file nor a folder");
    assertRefused(
        () -> installer.install("mysql", "8.0", archive("mongod", "db version v7.0.14")),
        "the archive contains no MySQL: looked for mysqld");
    assertRefused(
        () -> installer.install("mysql", "5.7", archive("mysqld", MYSQL)),
        "is MySQL 8.0.33, not MySQL 5.7");
    assertRefused(
        () -> installer.install("mysql", "8.1", archive("mysqld", MARIADB)),
        "is MariaDB 10.11.6-MariaDB-0+deb12u1, not MySQL 8.1");
    assertRefused(
        () -> installer.install("mysql", "8.0.34", archive("mysqld", MYSQL)),
        "MySQL 8.0.34 was requested, but this is 8.0.33");
    assertRefused(
        () ->
            installer.install(
                "mysql", "8.0", archive("mysqld", "no libaio.so.1 in shared libraries")),
        "the program prints: no libaio.so.1 in shared libraries; install the library (Debian, Ubuntu: one of");
    assertRefused(
        () -> installer.install("postgresql", "15", archive("pg_dump", "(PostgreSQL) 15.1")),
        "the installation contains no server of PostgreSQL");
    assertThat(root.engines().toFile().list()).containsExactly(".lock");
  }

  @Test
  void what_nobody_knows_is_refused_with_what_there_is() {
    assertRefused(
        () -> installer.install("oracle", "23", null),
        "engine type 'oracle' must be one of postgresql, mysql, mongodb");
    for (String version : List.of("9", "8.00", "../8.0", "8.0.x", "")) {
      assertRefused(
          () -> installer.install("mysql", version, null),
          "MySQL version '" + version + "' must be one of 5.7, 8.0, 8.1, or a full version");
    }
    assertRefused(() -> installer.remove("mysql", "9"), "MySQL version '9' must be one of");
  }

  private static void assertRefused(Runnable work, String reason) {
    assertThatThrownBy(work::run)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(reason);
  }

  /** Returns the PostgreSQL artifact from the class path as a file. */
  private Path artifact() throws IOException {
    Path jar = temporary.resolve("artifact.jar");
    String archive =
        BundledPostgres.archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    Path folder = Files.createDirectory(temporary.resolve("artifact"));
    try (InputStream content = Objects.requireNonNull(getClass().getResourceAsStream(archive))) {
      Files.copy(content, folder.resolve(archive.substring(1)));
    }
    Tool.run("jar", "--create", "--file", jar.toString(), "-C", folder.toString(), ".");
    return jar;
  }

  /** Returns an archive with a program in a folder that prints the version. */
  private Path archive(String program, String version) {
    try {
      Path folder = Files.createTempDirectory(temporary, "unpacked");
      program(folder.resolve("engine-1.0/bin").resolve(program), version);
      Path archive = folder.resolveSibling(folder.getFileName() + ".tgz");
      Tool.run("tar", "-C", folder.toString(), "-czf", archive.toString(), "engine-1.0");
      return archive;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void program(Path file, String version) throws IOException {
    Files.createDirectories(file.getParent());
    boolean works = !version.startsWith("no ");
    Files.writeString(file, "#!/bin/sh\necho '%s'\nexit %d\n".formatted(version, works ? 0 : 1));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
