package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.dataplane.local.record.DatabaseRecord;
import dev.goldenrod.dataplane.local.record.VerifiedLogin;
import dev.goldenrod.dataplane.local.volume.TestDisk;
import dev.goldenrod.engine.EngineServer.Login;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The durability of a login at each moment at which a client may know it. */
@EnabledIf("dev.goldenrod.dataplane.local.volume.HostileVolumesTest#isRoot")
class LoginPowerCutTest {
  private static final long BYTES = 512L << 20;
  private static final VerifiedLogin LOGIN =
      new VerifiedLogin(0, new Login("postgresql", "shop", "goldenrod"));

  private static final DatabaseRecord RECORD =
      DatabaseRecord.of(
          DatabaseSpec.of(
              new UUID(1, 2), new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0)),
          5433,
          70000);

  @TempDir private Path temporary;
  private TestDisk disk;
  private DatabaseFolder folder;

  @AfterEach
  void unmount() throws IOException {
    disk.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs"})
  void a_login_that_a_client_was_told_of_outlives_a_power_cut(String fileSystem) throws Exception {
    String password = known(fileSystem);

    cutPower();

    assertThat(folder.verifiedLogin()).contains(LOGIN);
    assertThat(folder.record()).contains(RECORD);
    assertThat(folder.password()).isEqualTo(password);
    assertThat(folder.lostPassword()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs"})
  void of_a_reset_the_disk_has_the_next_password_before_the_engine_and_the_confirmed_one_after(
      String fileSystem) throws Exception {
    String former = known(fileSystem);
    String next = folder.createNextPassword();

    cutPower();
    assertThat(folder.nextPassword()).contains(next);
    assertThat(folder.password()).isEqualTo(former);

    folder.confirmNextPassword();
    cutPower();
    assertThat(folder.password()).isEqualTo(next);
    assertThat(folder.nextPassword()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs"})
  void a_login_that_the_next_start_is_to_force_is_forced_after_a_power_cut(String fileSystem)
      throws Exception {
    known(fileSystem);
    folder.markLoginDue();

    cutPower();

    assertThat(folder.isLoginDue()).isTrue();
  }

  /** Creates a database whose client has just got the login. */
  private String known(String fileSystem) throws IOException {
    disk = TestDisk.formatted(fileSystem, temporary, BYTES);
    folder = new DatabaseFolder(Files.createDirectory(disk.path().resolve("clones")).resolve("1"));
    folder.save(RECORD);
    folder.sync();
    folder.save(LOGIN);
    return folder.password();
  }

  private void cutPower() {
    disk.cutPower();
    disk.mountAgain();
  }
}
