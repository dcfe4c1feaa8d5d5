package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunAsTest {
  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;

  @Test
  void commands_run_as_the_user_who_is_never_root() {
    assertThat(Tool.run(runAs.command(List.of("id", "-un")))).isEqualTo(runAs.userName());
    assertThat(runAs.userName()).isNotEqualTo("root");
    assertThat(runAs.isOtherUser()).isEqualTo(Tool.run("id", "-u").equals("0"));
  }

  @Test
  void the_command_runs_in_the_very_process_that_was_started() throws Exception {
    Process process = new ProcessBuilder(runAs.command(List.of("sh", "-c", "echo $$"))).start();

    assertThat(new String(process.getInputStream().readAllBytes()).strip())
        .isEqualTo(String.valueOf(process.pid()));
  }

  @Test
  void a_tree_is_given_to_the_user_but_not_what_its_links_lead_to() throws IOException {
    Path outside = Files.createFile(temporary.resolve("outside"));
    String before = Files.getOwner(outside).getName();
    Path tree = Files.createDirectory(temporary.resolve("tree"));
    Path file = Files.createFile(tree.resolve("file"));
    Files.createSymbolicLink(tree.resolve("link"), outside);

    runAs.chownTree(tree);

    assertThat(Files.getOwner(tree).getName()).isEqualTo(runAs.userName());
    assertThat(Files.getOwner(file).getName()).isEqualTo(runAs.userName());
    assertThat(Files.getOwner(outside).getName()).isEqualTo(before);
  }
}
