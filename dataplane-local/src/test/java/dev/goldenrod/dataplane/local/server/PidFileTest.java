package dev.goldenrod.dataplane.local.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {
  private static final String NAME = "server.pid";

  @TempDir Path folder;
  private Path file;
  private PidFile pidFile;
  private Process server;

  @BeforeEach
  void start_a_process_in_the_data_directory() throws IOException {
    DataVolume volume = DataVolume.make(folder.resolve("volume"), RunAs.detect());
    Path data = Files.createDirectories(volume.data());
    file = data.resolve(NAME);
    pidFile = new PidFile(volume, NAME);
    server = new ProcessBuilder("sleep", "600").directory(data.toFile()).start();
  }

  @AfterEach
  void end_it() {
    server.destroyForcibly();
  }

  @Test
  void a_running_server_whose_lines_pass_is_found() throws IOException {
    write(server.pid(), "ready");

    assertThat(pidFile.processIf(PidFileTest::isReady)).contains(server.toHandle());
  }

  @Test
  void a_server_that_has_just_begun_is_not_taken_for_ready_by_the_lines_of_a_crashed_one()
      throws IOException {
    write(gone(), "ready");

    assertThat(pidFile.processIf(this::isReadyWhileTheServerWritesItsOwnFile)).isEmpty();
    assertThat(pidFile.process()).contains(server.toHandle());
  }

  @Test
  void a_thread_that_is_interrupted_is_told_so_and_nothing_of_the_file() throws IOException {
    write(server.pid(), "ready");

    String log =
        CapturedLog.of(
            () -> {
              Thread.currentThread().interrupt();
              assertThatThrownBy(pidFile::process)
                  .isInstanceOf(DataPlaneException.class)
                  .hasMessageContaining("interrupted while reading");
              assertThat(Thread.interrupted()).isTrue();
            });

    assertThat(log).isEmpty();
  }

  private boolean isReadyWhileTheServerWritesItsOwnFile(List<String> lines) {
    try {
      write(server.pid(), "starting");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return isReady(lines);
  }

  private static boolean isReady(List<String> lines) {
    return lines.contains("ready");
  }

  private void write(long pid, String status) throws IOException {
    Files.writeString(file, pid + "\n" + status + "\n");
  }

  private static long gone() throws IOException {
    Process process = new ProcessBuilder("true").start();
    process.onExit().join();
    return process.pid();
  }
}
