package dev.goldenrod.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class DemoDirectoryTest {
  private static final int DAEMON = 1;

  @TempDir private Path folder;

  @Test
  void a_demo_takes_the_place_of_the_one_before() {
    DemoDirectory first = DemoDirectory.create(demo(), RunAs.detect());
    DemoDirectory next = DemoDirectory.create(demo(), RunAs.detect());

    assertThat(next.dataDir()).isEqualTo(first.dataDir());
    next.remove(RunAs.detect());
    assertThat(demo()).doesNotExist();
  }

  @Test
  void a_mark_that_no_demo_made_is_not_believed() throws IOException {
    DemoDirectory.create(demo(), RunAs.detect());
    Files.writeString(demo().resolve("goldenrod-demo"), "demo-../../../etc\n");

    assertRefused(UsageException.class, "was not written by a demo");
  }

  @Test
  void a_source_behind_a_link_is_left_alone() throws IOException {
    DemoDirectory.create(demo(), RunAs.detect());
    Path others = Files.createDirectory(folder.resolve("others"));
    Files.createSymbolicLink(demo().resolve("source"), others);

    assertRefused(DataPlaneException.class, "source is a symbolic link");
    assertThat(others).isEmptyDirectory();
  }

  @Test
  @EnabledIf("isRoot")
  void a_demo_of_another_user_is_left_alone() throws IOException {
    DemoDirectory.create(demo(), RunAs.detect());
    Files.setAttribute(demo(), "unix:uid", DAEMON);

    assertRefused(DataPlaneException.class, "belongs to another user");
    assertThat(demo()).isNotEmptyDirectory();
  }

  @Test
  @EnabledIf("isRoot")
  void an_empty_folder_of_another_user_is_not_taken() throws IOException {
    Files.setAttribute(Files.createDirectory(demo()), "unix:uid", DAEMON);

    assertRefused(DataPlaneException.class, "belongs to another user");
    assertThat(demo()).isEmptyDirectory();
  }

  private void assertRefused(Class<? extends Exception> type, String message) {
    assertThatThrownBy(() -> DemoDirectory.create(demo(), RunAs.detect()))
        .isInstanceOf(type)
        .hasMessageContaining(message);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private Path demo() {
    return folder.resolve("demo");
  }
}
