package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.volume.TestDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Branches as an ordinary user, on each kind of volumes that such a user can have. */
@Tag("slow")
@EnabledIf("dev.goldenrod.engine.user.OrdinaryUser#canBeMade")
class OrdinaryCopiesTest extends OrdinaryUserFixture {
  private static final String BRANCHES = "OrdinaryBranches";
  private static final long DISK_BYTES = 4L << 30;

  @TempDir Path temporary;

  @BeforeEach
  void let_the_user_pass() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
  }

  /** Includes plain copies on the system's disk. */
  @Test
  void copies_of_running_writers_are_sound_on_each_kind() throws IOException {
    assertPass("each kind", user.home(), "database.BranchesUnderLoadTest");
  }

  @Test
  void branches_are_made_by_plain_copies() throws IOException {
    try (TestDisk disk = TestDisk.formatted("ext4", temporary, DISK_BYTES)) {
      assertBranches("copy", disk);
    }
  }

  @Test
  void branches_are_made_by_reflinks() throws IOException {
    try (TestDisk disk = TestDisk.formatted("xfs", temporary, DISK_BYTES)) {
      assertBranches("reflink", disk);
    }
  }

  private static void assertBranches(String kind, TestDisk disk) throws IOException {
    user.own(disk.path());
    assertPass(kind, disk.path(), BRANCHES);
  }
}
