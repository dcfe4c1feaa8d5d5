package dev.goldenrod.bench.imports;

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
class BenchImportCommandTest {
  @TempDir Path folder;

  @Test
  void an_import_is_measured_beside_the_script() {
    assumeTrue(Tool.tryRun("pg_dump", "--version").succeeded(), "the script needs pg_dump");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    BenchImportCommand command =
        new BenchImportCommand(new PrintStream(printed, true, StandardCharsets.UTF_8));

    int exitCode =
        new CommandLine(command)
            .execute(
                "--dir",
                folder.toString(),
                "--sizes",
                "10m,20t",
                "--rounds",
                "1",
                "--warm-up",
                "0");

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("10m", "20t", "by the API", "by hand", "ratio of the medians");
    assertThat(exitCode).isZero();
    assertThat(folder).doesNotExist();
  }
}
