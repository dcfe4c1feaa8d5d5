package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations on a volume that a process uses, on every kind of volumes. */
abstract class VolumeContractInUse extends VolumeStoreFixture {
  /** Runs each line of its input and prints the exit code. */
  private static final String SHELL =
      "cd \"$1\" && echo up && while read -r line; do eval \"$line\" 2>&1; echo \"ended $?\"; done";

  private Process process;
  private BufferedReader output;
  private BufferedWriter input;

  @BeforeEach
  void work_on_a_changed_clone() throws IOException {
    String data = volumes.create("golden").resolve("data").toString();
    String content =
        "cd \"$1\"; mkdir kept replaced; echo 12345 >kept/old; echo 12345 >replaced/old"
            + "; echo 12345 >old; echo 12345 >deleted; echo 12345 >changed";
    Tool.run(runAs.command(List.of("sh", "-ec", content, "sh", data)));
    volumes.freeze("golden");
    volumes.clone("golden", "one", runAs);
    String clone = volumes.path("one").resolve("data").toString();
    process =
        new ProcessBuilder(
                runAs.command(volumes.command("one", List.of("sh", "-c", SHELL, "sh", clone))))
            .start();
    output = process.inputReader();
    input = process.outputWriter();
    assertThat(output.readLine()).isEqualTo("up");
    inside("rm deleted; echo changed >changed; rm -r replaced; mkdir replaced; echo 1 >replaced/1");
  }

  @AfterEach
  void end_it() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Test
  void its_size_is_told_without_disturbing_the_process() throws IOException {
    long size = volumes.size("one");

    // The files kept/old, old, changed and replaced/1.
    assertThat(size).isEqualTo(6 + 6 + 8 + 2);
    inside("echo more >>old; echo more >>kept/old; mv kept/old kept/new; echo more >added");
    assertThat(volumes.size("one")).isEqualTo(size + 5 + 5 + 5);
  }

  @Test
  void it_is_copied_without_disturbing_the_process() throws IOException {
    volumes.copy("one", "copy");
    inside("echo more >>old; echo more >>kept/old; rm changed");
    volumes.freeze("copy");
    volumes.clone("copy", "two", runAs);

    assertThat(in("two", "cat old kept/old changed replaced/1; ls"))
        .isEqualTo("12345\n12345\nchanged\n1\nchanged\nkept\nold\nreplaced");
    inside("echo more >>old");
    assertThat(volumes.size("two")).isEqualTo(6 + 6 + 8 + 2);
  }

  private void inside(String script) throws IOException {
    input.write("(set -e; " + script + ")\n");
    input.flush();
    assertThat(output.readLine()).isEqualTo("ended 0");
  }
}
