package dev.goldenrod.bench.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("slow")
class BenchLaunchCommandTest {
  @TempDir Path folder;

  @Test
  void a_launch_is_measured_beside_the_script() {
    assumeTrue(Tool.tryRun("psql", "--version").succeeded(), "the script logs in with psql");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    BenchLaunchCommand command =
        new BenchLaunchCommand(new PrintStream(printed, true, StandardCharsets.UTF_8));

    int exitCode =
        new CommandLine(command)
            .execute(
                "--dir", folder.toString(), "--sizes", "10m", "--rounds", "1", "--warm-up", "0");

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("by the API / by hand: ratio", "polled / by hand: ratio", "MiB of disk space");
    assertThat(exitCode).isZero();
    assertThat(folder).doesNotExist();
  }
}
