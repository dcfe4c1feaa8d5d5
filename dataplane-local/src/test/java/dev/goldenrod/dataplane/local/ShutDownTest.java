package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShutDownTest {
  private static final String START = "select pg_postmaster_start_time()::text";

  @TempDir private Path dataDir;

  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(256, 0, 0));

  @Tag("slow")
  @Test
  void nothing_runs_and_nothing_is_mounted_afterwards_and_all_data_is_there() throws Exception {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    Credentials login;
    try (LocalDataPlane plane = LocalDataPlane.open(LocalOptions.of(dataDir))) {
      login = ready(plane);
      try (Connection connection = RealServersFixture.connect(login);
          Statement statement = connection.createStatement()) {
        statement.execute("create table kept as select 'data' as value");
      }
    }
    assertThat(RealServersFixture.query(login, "select value from kept")).isEqualTo("data");

    LocalDataPlane.shutDown(dataDir);

    assertThat(isThere(login)).isFalse();
    assertThat(mountsIn(dataDir)).isZero();
    try (LocalDataPlane plane = LocalDataPlane.open(LocalOptions.of(dataDir))) {
      assertThat(RealServersFixture.query(ready(plane), "select value from kept"))
          .isEqualTo("data");
    } finally {
      LocalDataPlane.purge(dataDir);
    }
  }

  @Test
  void the_folder_that_a_closed_data_directory_is_mounted_at_goes_too() throws IOException {
    Path closed = Files.createDirectory(dataDir.resolve("closed"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    Path data = closed.resolve("data");
    LocalDataPlane plane = LocalDataPlane.open(LocalOptions.of(data));
    Path mountPoint = LocalRoot.mountPoint(plane.identity());
    assertThat(Files.exists(mountPoint)).isEqualTo(RunAs.detect().isOtherUser());
    plane.close();

    LocalDataPlane.shutDown(data);

    assertThat(mountPoint).doesNotExist();
    LocalDataPlane.purge(data);
  }

  @Tag("slow")
  @Test
  void the_servers_of_a_directory_outlive_the_start_and_the_purge_of_its_copy() throws Exception {
    // Engine users cannot mount two directories with one id below a closed parent.
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    Path original = dataDir.resolve("original");
    Path copy = Files.createDirectory(dataDir.resolve("copy"));
    try (LocalDataPlane plane = LocalDataPlane.open(LocalOptions.of(original))) {
      Credentials login = ready(plane);
      String begun = RealServersFixture.query(login, START);
      Files.copy(original.resolve("id"), copy.resolve("id"));

      LocalDataPlane.open(LocalOptions.of(copy)).close();
      LocalDataPlane.purge(copy);

      // A server that was killed is unreachable, or was started again.
      assertThat(RealServersFixture.query(login, START)).isEqualTo(begun);
    } finally {
      LocalDataPlane.purge(original);
    }
  }

  private Credentials ready(LocalDataPlane plane) {
    await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> {
              plane.databases().ensure(spec);
              return plane.databases().observe(spec.id()).state() == DatabaseState.READY;
            });
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  private static boolean isThere(Credentials login) {
    try (Connection connection = RealServersFixture.connect(login)) {
      return connection.isValid(5);
    } catch (SQLException refused) {
      return false;
    }
  }

  private static long mountsIn(Path folder) throws IOException {
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mounts"))) {
      return mounts.filter(mount -> mount.contains(folder.toString())).count();
    }
  }
}
