package dev.goldenrod.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands in docs/cli.md. */
@Tag("slow")
class CliPageIT {
  private static final Path PAGE = Path.of("..", "docs", "cli.md");

  @TempDir private Path folder;

  @Test
  void the_walk_through_the_command_line_goes_as_it_is_told()
      throws IOException, InterruptedException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    ConsoleWalk.of(page()).type(environment());
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    type("down", "--data-dir", folder.resolve("data").toString());
    type("purge", "--yes", "--data-dir", folder.resolve("data").toString());
  }

  private void type(String... words) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(folder.resolve("goldenrod").toString());
    program.command().addAll(List.of(words));
    program.environment().putAll(environment());
    program.inheritIO().start().waitFor();
  }

  private Map<String, String> environment() {
    return Map.of(
        "HOME", folder.toString(),
        "XDG_CONFIG_HOME", folder.resolve("config").toString(),
        "PATH", folder + ":" + System.getenv("PATH"));
  }

  private String page() throws IOException {
    ProgramFolder.fill(folder);
    return Files.readString(PAGE)
        .replace("export PATH=\"$PWD:$PATH\"", "cd '" + folder + "'")
        .replace("7992", Integer.toString(TestPorts.free()))
        .replace("/tmp/tour/data", folder.resolve("data").toString());
  }
}
