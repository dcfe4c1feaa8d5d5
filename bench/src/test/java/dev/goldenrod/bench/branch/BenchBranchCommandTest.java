package dev.goldenrod.bench.branch;

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
class BenchBranchCommandTest {
  @TempDir Path folder;

  @Test
  void copies_are_measured_beside_the_script_and_drawn() {
    assumeTrue(Tool.tryRun("psql", "--version").succeeded(), "the script logs in with psql");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    BenchBranchCommand command =
        new BenchBranchCommand(new PrintStream(printed, true, StandardCharsets.UTF_8));
    Path chart = folder.resolve("chart.svg");

    int exitCode =
        new CommandLine(command)
            .execute(
                "--dir", folder.resolve("bench").toString(),
                "--sizes", "10m",
                "--rounds", "1",
                "--warm-up", "0",
                "--chart", chart.toString());

    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(exitCode).as(text).isZero();
    assertThat(text).contains("10m, idle", "10m, written to", "held up by a branch");
    assertThat(text).containsAnyOf("(goal: 0.7)", "nothing is copied by hand");
    assertThat(chart).content().contains("10m, idle: branch");
    assertThat(folder.resolve("bench")).doesNotExist();
  }
}
