package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.options.UidRange;
import dev.goldenrod.dataplane.local.port.EngineUsers;
import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RunAsTest {
  private final RunAs runAs = RunAs.detect();
  @TempDir Path temporary;

  @Test
  void commands_run_as_the_user_who_is_never_root() {
    assertThat(Tool.run(runAs.command(List.of("id", "-un")))).isEqualTo(runAs.userName());
    assertThat(runAs.userName()).isNotEqualTo("root");
    assertThat(runAs.isOtherUser()).isEqualTo(Tool.run("id", "-u").equals("0"));
  }

  @Test
  void a_user_whom_root_cannot_become_is_refused_with_what_the_system_says() {
    assertThatThrownBy(() -> RunAs.runuser("nobody-of-this-name"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("cannot run programs as user 'nobody-of-this-name': ")
        .hasMessageContaining("as an ordinary user");
  }

  @Test
  void the_command_runs_in_the_very_process_that_was_started() throws Exception {
    Process process = new ProcessBuilder(runAs.command(List.of("sh", "-c", "echo $$"))).start();

    assertThat(new String(process.getInputStream().readAllBytes()).strip())
        .isEqualTo(String.valueOf(process.pid()));
  }

  @Test
  void a_tree_is_given_to_the_user_but_not_what_its_links_lead_to() throws IOException {
    Path outside = Files.createFile(temporary.resolve("outside"));
    String before = Files.getOwner(outside).getName();
    Path tree = Files.createDirectory(temporary.resolve("tree"));
    Path file = Files.createFile(tree.resolve("file"));
    Files.createSymbolicLink(tree.resolve("link"), outside);

    runAs.chownTree(tree);

    assertThat(Files.getOwner(tree).getName()).isEqualTo(runAs.userName());
    assertThat(Files.getOwner(file).getName()).isEqualTo(runAs.userName());
    assertThat(Files.getOwner(outside).getName()).isEqualTo(before);
  }

  @Test
  void a_server_that_is_not_root_takes_no_other_users_for_its_databases() {
    RunAs own = RunAs.server();
    UidRange others = new UidRange(5, 5);

    assertThatThrownBy(() -> EngineUsers.of(own, others, PortRange.usual(), temporary, "test"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("databases cannot run as the users 5-5")
        .hasMessageContaining("start the server as root");
    assertThat(
            EngineUsers.of(own, UidRange.usual(), PortRange.usual(), temporary, "test")
                .numbered(7)
                .userName())
        .isEqualTo(own.userName());
  }

  @Test
  @EnabledIf("isRoot")
  void processes_that_kill_whoever_comes_to_kill_them_end_all_the_same() throws Exception {
    RunAs user =
        EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test").numbered(7);
    for (int round = 0; round < 10; round++) {
      String kill = "$| = 1; print qq(up\n); for (;;) { kill 9, -1 }";
      Process hostile =
          new ProcessBuilder(user.command(List.of("perl", "-e", kill)))
              .directory(Path.of("/").toFile())
              .start();
      assertThat(hostile.inputReader().readLine()).isEqualTo("up");

      try {
        user.killAll();

        assertThat(hostile.waitFor(8, TimeUnit.MINUTES)).isTrue();
      } finally {
        hostile.destroyForcibly();
      }
    }
  }

  @Test
  @EnabledIf("isRoot")
  void a_signal_to_a_user_reaches_no_other_process_of_the_servers_session() throws Exception {
    RunAs user =
        EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test").numbered(9);
    Process mine = new ProcessBuilder("sleep", "1000").start();
    try {
      Tool.run("kill", "-STOP", Long.toString(mine.pid()));

      user.signalAll(Signal.CONT);

      Path stat = Path.of("/proc", Long.toString(mine.pid()), "stat");
      assertThat(Files.readString(stat)).contains(" T ");
    } finally {
      mine.destroyForcibly();
    }
  }

  @Test
  @EnabledIf("isRoot")
  void a_signal_to_a_user_spares_all_others() throws Exception {
    EngineUsers users =
        EngineUsers.of(runAs, UidRange.usual(), PortRange.usual(), temporary, "test");
    Process mine = new ProcessBuilder("sleep", "1000").start();
    Process others = sleeping(users.numbered(11));
    Process hit = sleeping(users.numbered(10));
    try {
      users.numbered(10).killAll();

      assertThat(hit.waitFor(8, TimeUnit.MINUTES)).isTrue();
      assertThat(mine.isAlive()).isTrue();
      assertThat(others.isAlive()).isTrue();
    } finally {
      List.of(mine, others, hit).forEach(Process::destroyForcibly);
    }
  }

  /** As root in a container without other processes; there is no native code for the second. */
  @ParameterizedTest
  @EnabledIf("isRoot")
  @CsvSource({"-Djna.nosys=true, true", "-Djna.tmpdir=/proc, false"})
  void a_signal_to_a_user_without_processes_is_no_failure(String option, boolean isNative) {
    String java = ProcessHandle.current().info().command().orElseThrow();
    List<String> alone = List.of("unshare", "--pid", "--fork", "--mount-proc", java, option);
    List<String> main =
        List.of("-cp", System.getProperty("java.class.path"), KillsNobody.class.getName());

    String output = Tool.run(Stream.concat(alone.stream(), main.stream()).toList());

    assertThat(output).endsWith("with native code: " + isNative);
  }

  /** Starts a process that writes when it runs as the user. */
  private static Process sleeping(RunAs user) throws IOException {
    Process process =
        new ProcessBuilder(user.command(List.of("sh", "-c", "echo up; exec sleep 1000")))
            .directory(Path.of("/").toFile())
            .start();
    assertThat(process.inputReader().readLine()).isEqualTo("up");
    return process;
  }

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @Test
  void an_engine_of_the_servers_own_user_gets_no_new_privileges() {
    assertThat(Tool.run(RunAs.server().command(List.of("grep", "NoNewPrivs", "/proc/self/status"))))
        .endsWith("1");
  }

  @Test
  @EnabledIf("isRoot")
  void ids_beyond_31_bits_are_numbers_like_others() {
    RunAs highest = RunAs.detect().numbered(Integer.parseUnsignedInt("4000000000"));

    assertThat(highest.userName()).isEqualTo("#4000000000");
    assertThat(highest.command(List.of("true"))).contains("--reuid=4000000000");
  }

  @Test
  @EnabledIf("isRoot")
  void files_of_such_a_user_are_its_own(@TempDir Path folder) throws IOException {
    RunAs highest = RunAs.detect().numbered(Integer.parseUnsignedInt("4000000000"));
    Path file = Files.createFile(folder.resolve("file"));

    highest.chownTree(file);

    assertThat(highest.owns(file)).isTrue();
    assertThat(Tool.run("stat", "-c", "%u", file.toString())).isEqualTo("4000000000");
    assertThat(RunAs.detect().ownerOf(file).userName()).isEqualTo("#4000000000");
  }
}
