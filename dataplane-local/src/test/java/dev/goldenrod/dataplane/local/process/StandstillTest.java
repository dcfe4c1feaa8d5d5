package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandstillTest {
  private static final RunAs USER = RunAs.server();

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end_all() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void it_ends_when_all_processes_go_on_and_not_when_they_were_told_to() throws Exception {
    Process one = start();
    Process other = start();
    Standstill.during(USER, folder, () -> assertThat(state(one) + state(other)).isEqualTo("TT"));
    assertThat(state(one) + state(other)).doesNotContain("T");
    Tool.run("kill", "-STOP", Long.toString(other.pid()));
    await(() -> state(other).equals("T"));

    assertThatThrownBy(() -> Standstill.end(folder, Duration.ofMillis(50), none -> {}))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("process " + other.pid() + " of " + folder)
        .hasMessageContaining("does not resume");

    Standstill.end(USER, folder);
    assertThat(state(other)).isNotEqualTo("T");
  }

  @Test
  void processes_that_do_not_hear_at_first_are_told_again() throws Exception {
    Process deaf = start();
    Tool.run("kill", "-STOP", Long.toString(deaf.pid()));
    await(() -> state(deaf).equals("T"));
    List<String> calls = new ArrayList<>();

    Standstill.end(
        folder,
        Duration.ofMinutes(1),
        processes -> {
          calls.add("told");
          if (calls.size() == 3) {
            Processes.sendAll(Signal.CONT, processes);
          }
        });

    assertThat(calls).hasSizeGreaterThanOrEqualTo(3);
    assertThat(state(deaf)).isNotEqualTo("T");
  }

  @Test
  void processes_that_never_stand_still_are_named() throws Exception {
    Process moving = start();

    assertThatThrownBy(() -> Standstill.begin(folder, Duration.ofMillis(50), none -> {}))
        .isInstanceOf(Standstill.NoStandstillException.class)
        .hasMessageContaining("process " + moving.pid() + " of " + folder);
  }

  private Process start() throws IOException {
    Process process = new ProcessBuilder("sleep", "600").directory(folder.toFile()).start();
    started.add(process);
    await(() -> Processes.of(folder).stream().anyMatch(one -> one.pid() == process.pid()));
    await(() -> state(process).equals("S"));
    return process;
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(8)).until(condition);
  }

  private static String state(Process process) {
    return String.valueOf(ProcessStat.of(process.pid()).orElseThrow().state());
  }
}
