package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.dataplane.local.volume.Disk;
import dev.goldenrod.engine.user.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds of databases, snapshots, branches, schemas and imports when root runs the build, tried
 * as an ordinary user too, on each kind of volumes that such a user gets. Where an ordinary user
 * runs the build, these tests hold for one by themselves.
 */
@EnabledIf("dev.goldenrod.engine.user.OrdinaryUser#canBeMade")
class OrdinaryUserTest {
  private static final String BRANCHES = "OrdinaryBranches";
  private static final long DISK_BYTES = 4L << 30;

  private static OrdinaryUser user;

  @TempDir Path temporary;

  @BeforeAll
  static void make_the_user() throws IOException {
    user = OrdinaryUser.make();
    user.give(Path.of("..", "verify"), "verify");
    user.give(CachedMySql.fetched(), ".cache/goldenrod");
  }

  @AfterAll
  static void leave_nothing_behind() throws IOException {
    user.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LocalDataPlaneContractTest",
        "SchemaRoadTest",
        "PromotionRoadTest",
        "mysql.MySqlUnderLoadTest"
      })
  void it_holds_on_overlays_in_user_namespaces(String tests) throws IOException {
    assertPass("rootless-overlay", user.home(), tests);
  }

  @Test
  void copies_of_running_writers_are_sound_on_each_kind() throws IOException {
    assertPass("each kind", user.home(), "database.BranchesUnderLoadTest");
  }

  @Test
  void branches_are_made_by_plain_copies() throws IOException {
    assertPass("copy", user.home(), BRANCHES);
  }

  @Test
  void branches_are_made_by_reflinks() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
    try (Disk disk = Disk.formatted("xfs", temporary, DISK_BYTES)) {
      user.own(disk.path());
      assertPass("reflink", disk.path(), BRANCHES);
    }
  }

  private static void assertPass(String kind, Path folder, String tests) throws IOException {
    Path log = Path.of("target", "ordinary-user", "%s-%s.log".formatted(tests, kind));
    String name = OrdinaryUserTest.class.getPackageName() + "." + tests;

    OrdinaryUser.Ended ended =
        user.runTests(folder, log, Map.of(TestOptions.VOLUMES, kind), List.of(name));

    assertThat(ended.passed()).as("%s%nlogged to %s", ended.said(), log).isTrue();
  }
}
