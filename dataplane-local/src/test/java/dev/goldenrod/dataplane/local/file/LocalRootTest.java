package dev.goldenrod.dataplane.local.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalRootTest {
  private final RunAs runAs = RunAs.detect();
  private final String dataDirId = "test-" + UUID.randomUUID();
  @TempDir Path temporary;

  @AfterEach
  void unmount() throws IOException {
    Path mountPoint = Path.of("/run/goldenrod", dataDirId);
    if (Files.exists(mountPoint)) {
      Tool.tryRun("umount", mountPoint.toString());
      Files.delete(mountPoint);
    }
  }

  @Test
  void engines_pass_the_root_to_what_is_theirs() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    LocalRoot root = LocalRoot.open(temporary.resolve("data"), dataDirId, runAs);

    assertThat(root.path()).isEqualTo(temporary.toRealPath().resolve("data/local"));
    assertEnginesPassAndChangeNothing(root);
    assertThat(mode(temporary.resolve("data")))
        .isEqualTo(runAs.isOtherUser() ? "rwx--x--x" : "rwx------");
  }

  @Test
  void engines_reach_a_root_in_a_closed_folder() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx------"));
    Path dataDir = temporary.resolve("data");
    LocalRoot root = LocalRoot.open(dataDir, dataDirId, runAs);
    Files.writeString(root.path().resolve("file"), "here");

    assertEnginesPassAndChangeNothing(root);
    assertThat(dataDir.resolve("local/file")).hasContent("here");
    assertThat(mode(dataDir)).isEqualTo("rwx------");
    assertThat(LocalRoot.open(dataDir, dataDirId, runAs).path()).isEqualTo(root.path());

    root.purge();
    assertThat(dataDir.resolve("local/file")).hasContent("here");
    assertThat(Path.of("/run/goldenrod", dataDirId)).doesNotExist();
  }

  @Test
  void the_root_comes_back_after_a_reboot() throws IOException {
    Path dataDir = temporary.resolve("data");
    LocalRoot root = LocalRoot.open(dataDir, dataDirId, runAs);
    Files.writeString(root.path().resolve("file"), "here");
    root.purge();

    assertThat(LocalRoot.open(dataDir, dataDirId, runAs).path().resolve("file")).hasContent("here");
  }

  private void assertEnginesPassAndChangeNothing(LocalRoot root) throws IOException {
    Path lent = Files.createDirectory(root.path().resolve("lent"));
    runAs.chown(lent);
    Tool.run(runAs.command(List.of("touch", lent.resolve("touched").toString())));
    assertThat(mode(root.path())).isEqualTo(runAs.isOtherUser() ? "rwx--x--x" : "rwx------");
    assertThat(Files.getOwner(root.path())).isEqualTo(Files.getOwner(temporary));
    Path planted = root.path().resolve("planted");
    assertThat(Tool.tryRun(runAs.command(List.of("touch", planted.toString()))).succeeded())
        .isEqualTo(!runAs.isOtherUser());
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
