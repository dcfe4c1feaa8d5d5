package dev.goldenrod.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RestoreCommandTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void it_ends_with_the_commands_of_the_next_start_and_of_those_after_it() {
    String data = folder.resolve("data").toString();
    String backup = folder.resolve("backup").toString();
    try (DataDirectory directory = DataDirectory.lock(Path.of(data))) {
      JdbiStore.h2(directory.store()).close();
    }

    run(new BackupCommand(out), "--data-dir", data, "--to", backup);
    run(new RestoreCommand(out), "--data-dir", data, "--from", backup, "--replace");

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .contains("start once with: goldenrod serve --accept-older-store --data-dir " + data)
        .endsWith(
            "then stop it with Ctrl-C, and start as usual, for example with: goldenrod up"
                + " --data-dir "
                + data);
  }

  private static void run(Runnable command, String... words) {
    assertThat(new CommandLine(command).execute(words)).isZero();
  }
}
