package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void make_a_folder() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder")).toRealPath();
    runAs.letPass(folder);
  }

  @AfterEach
  void end_all() {
    Processes.killAll(temporary, PATIENCE);
  }

  @Test
  void a_process_is_found_by_where_it_works_and_not_by_what_its_command_line_says()
      throws IOException {
    Process stranger =
        new ProcessBuilder("sleep", "60").directory(temporary.resolveSibling("").toFile()).start();
    Process liar =
        new ProcessBuilder("sh", "-c", "sleep 60; true", folder.toString())
            .directory(Path.of("/").toFile())
            .start();
    Process ours = start();
    try {
      assertThat(Processes.of(folder)).containsExactly(ours.toHandle());
      assertThat(Processes.find(ours.pid(), folder)).contains(ours.toHandle());
      assertThat(Processes.find(liar.pid(), folder)).isEmpty();
    } finally {
      stranger.destroyForcibly();
      liar.descendants().forEach(ProcessHandle::destroyForcibly);
      liar.destroyForcibly();
    }
  }

  @Test
  void a_process_whose_name_is_not_utf_8_is_found_and_killed() {
    String renamed = "$0 = qq(a \\xff\\) Z 1); $| = 1; print qq(up\\n); sleep 60";
    Process ours = start("perl", "-e", renamed);
    try {
      Awaitility.await().atMost(PATIENCE).until(() -> Files.readString(log()).contains("up"));

      assertThat(Processes.of(folder)).containsExactly(ours.toHandle());
      Processes.killAll(folder, PATIENCE);
      assertThat(Processes.isRunning(ours.toHandle())).isFalse();
    } finally {
      ours.destroyForcibly();
    }
  }

  @Test
  @EnabledIf("isRoot")
  void what_forks_faster_than_it_is_found_ends_with_its_user() throws Exception {
    RunAs user =
        EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test").numbered(8);
    String forks =
        "$SIG{TERM} = $SIG{QUIT} = 'IGNORE'; for (1 .. 3) { last unless fork }"
            + " for (;;) { exit if fork }";
    new ProcessBuilder(user.command(List.of("perl", "-e", forks)))
        .directory(folder.toFile())
        .start()
        .waitFor();
    try {
      Processes.endAll(user, folder, Duration.ofSeconds(1));

      Awaitility.await()
          .atMost(PATIENCE)
          .until(() -> !Tool.tryRun("pgrep", "-U", "2000000008").succeeded());
    } finally {
      user.killAll();
    }
  }

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @Test
  void many_that_look_at_once_all_see_what_was_there_before_they_asked() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Boolean>> looks = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        looks.add(
            () -> {
              Process mine = start();
              boolean seen = Processes.of(folder).contains(mine.toHandle());
              mine.destroyForcibly().waitFor();
              return seen && !Processes.of(folder).contains(mine.toHandle());
            });
      }
      for (Future<Boolean> look : threads.invokeAll(looks)) {
        assertThat(look.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
  }

  private Process start() {
    return start("sleep", "60");
  }

  private Process start(String... command) {
    return Processes.startDetached(runAs, folder, List.of(command), Map.of(), log());
  }

  private Path log() {
    return temporary.resolve("log");
  }
}
