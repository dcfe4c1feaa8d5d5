package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FailureReporterDefectTest {
  private final Exception failure = new IllegalStateException("no such state");

  @Test
  void a_defect_is_said_in_a_line_that_names_its_place() {
    CliException said = new FailureReporter(terminal(Map.of())).defect(failure);

    assertThat(said.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(said)
        .hasMessageMatching(
            "internal error of goldenrod: java.lang.IllegalStateException: no such state,"
                + " at dev.goldenrod.cli.FailureReporterDefectTest.<init>:\\d+");
    assertThat(said.nextSteps()).hasSize(1).first().asString().contains("GOLDENROD_DEBUG=1");
  }

  @Test
  void the_rest_is_in_a_file_of_the_users_alone() throws IOException {
    CliException said =
        new FailureReporter(terminal(Map.of("GOLDENROD_DEBUG", "1"))).defect(failure);

    Path file = Path.of(said.nextSteps().get(0).replaceFirst("^cat ", ""));
    try {
      assertThat(Files.readString(file)).contains("no such state", "\tat " + "dev.goldenrod.cli");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    } finally {
      Files.delete(file);
    }
  }

  private static Terminal terminal(Map<String, String> environment) {
    return new Terminal(System.in, System.out, System.err, environment, Path.of(""), Set.of());
  }
}
