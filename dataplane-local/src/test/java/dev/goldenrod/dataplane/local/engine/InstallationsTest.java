package dev.goldenrod.dataplane.local.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses programs that only print their version instead of engines. */
final class InstallationsTest {
  private static final String MYSQL =
      "mysqld  Ver 8.0.33 for Linux on x86_64 (MySQL Community Server - GPL)";
  private static final String MARIADB =
      "mysqld  Ver 10.11.6-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)";

  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private LocalRoot root;
  private Installations installations;

  @BeforeEach
  void find() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    root = LocalRoot.open(temporary.resolve("data"), "unused", runAs);
    UnpackedBundle.copyInto(root, runAs);
    installations = Installations.find(root, runAs, List.of());
  }

  @Test
  void every_release_is_told_and_a_missing_one_with_the_command_that_installs_it() {
    assertThat(installations.engines())
        .extracting(one -> one.type() + " " + one.version())
        .containsExactly(
            "postgresql 12",
            "postgresql 13",
            "postgresql 14",
            "postgresql 15",
            "postgresql 16",
            "postgresql 17",
            "postgresql 18",
            "mysql 5.7",
            "mysql 8.0",
            "mysql 8.1",
            "mongodb 5.0",
            "mongodb 6.0",
            "mongodb 7.0");
    assertThat(version("mysql", "5.7").message())
        .isEqualTo(
            "MySQL 5.7 is not installed; install it with 'goldenrod engine install mysql 5.7"
                + " --from FILE_OR_FOLDER --data-dir DIR'");
  }

  @Test
  void what_is_installed_into_the_data_directory_is_found_without_a_restart_and_so_is_its_removal()
      throws IOException {
    assertThatThrownBy(() -> installations.server("mongodb", "7.0"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("MongoDB 7.0 is not installed (found: none)");

    Path folder = root.engines().resolve("mongodb-7.0");
    program(folder.resolve("bin/mongod"), "db version v7.0.14\nBuild Info: {}");

    Installation found = installations.server("mongodb", "7.0");
    assertThat(found.product().version()).isEqualTo("7.0.14");
    assertThat(found.program("mongod")).contains(folder.toRealPath().resolve("bin/mongod"));
    assertThat(version("mongodb", "7.0"))
        .isEqualTo(EngineVersion.available("mongodb", "7.0", Origin.DOWNLOADED));

    FileTrees.delete(folder);

    assertThat(version("mongodb", "7.0").isAvailable()).isFalse();
    assertThatThrownBy(() -> installations.server("mongodb", "7.0"))
        .isInstanceOf(DataPlaneException.class);
  }

  @Test
  void programs_of_one_installation_may_lie_in_two_folders() throws IOException {
    Path folder = root.engines().resolve("mysql-8.0");
    program(folder.resolve("sbin/mysqld"), MYSQL);
    program(folder.resolve("bin/mysqldump"), "mysqldump  Ver 8.0.33");

    Installation found = installations.server("mysql", "8.0");

    assertThat(found.program("mysqld")).isPresent();
    assertThat(found.program("mysqldump")).isPresent();
    assertThat(found.program("mysqladmin")).isEmpty();
  }

  @Test
  void mariadb_is_not_taken_for_mysql() throws IOException {
    Path system = temporary.resolve("system");
    program(system.resolve("sbin/mysqld"), MARIADB);
    Files.createSymbolicLink(root.engines().resolve("mysql-8.1"), system);

    assertThat(version("mysql", "8.1").isAvailable()).isFalse();
    assertThat(version("mysql", "8.1").message())
        .contains("sbin is MariaDB 10.11.6-MariaDB-0+deb12u1, not MySQL 8.1; remove it with");
  }

  @Test
  void a_broken_installation_and_one_of_another_release_are_left_aside() throws IOException {
    program(root.engines().resolve("mysql-8.0/bin/mysqld"), "no such library");

    program(root.engines().resolve("mysql-8.1/bin/mysqld"), MYSQL);

    assertThat(version("mysql", "8.0").message())
        .contains("mysql-8.0 contains no MySQL that user ", "the program prints: no such library")
        .endsWith("; remove it with " + root.command("engine remove mysql 8.0"));
    assertThat(version("mysql", "8.1").message())
        .contains("bin is MySQL 8.0.33, not MySQL 8.1; remove");
    assertThat(installations.engines())
        .filteredOn(EngineVersion::isAvailable)
        .noneMatch(one -> one.type().equals("mysql"));
  }

  private EngineVersion version(String type, String release) {
    return installations.engines().stream()
        .filter(one -> one.type().equals(type) && one.version().equals(release))
        .findFirst()
        .orElseThrow();
  }

  private static void program(Path file, String version) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\necho '" + version + "'\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
