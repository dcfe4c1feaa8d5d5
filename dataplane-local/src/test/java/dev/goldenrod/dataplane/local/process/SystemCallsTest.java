package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.dataplane.local.process.SystemCalls.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SystemCallsTest {
  private static final Path OWN_FOLDER = Path.of("/proc/self/cwd");

  @TempDir Path folder;

  @Test
  void a_refusal_names_the_path_and_the_reason() {
    Path missing = folder.resolve("no such ü");

    assertThatThrownBy(() -> SystemCalls.flushFileSystem(missing))
        .isInstanceOf(RefusedException.class)
        .hasMessage("open " + missing + ": No such file or directory");
    assertThatThrownBy(() -> SystemCalls.unmount(missing.toString(), 0))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("umount " + missing + ": ");
  }

  @Test
  void a_thread_of_its_own_changes_its_folder_alone() throws IOException {
    Path before = Files.readSymbolicLink(OWN_FOLDER);
    Path thread = Path.of("/proc/thread-self/cwd");
    Path real = folder.toRealPath();

    SystemCalls.inOwnThread(
        () -> {
          SystemCalls.enter(real);
          assertThat(thread)
              .isSymbolicLink()
              .satisfies(link -> assertThat(read(link)).isEqualTo(real));
        });

    assertThat(Files.readSymbolicLink(OWN_FOLDER)).isEqualTo(before);
    assertThat(read(thread)).isEqualTo(before);
  }

  @Test
  void a_thread_of_its_own_changes_its_user_alone() {
    assumeTrue(SystemUsers.uid() == 0, "another user cannot change it");

    SystemCalls.inOwnThread(
        () -> {
          SystemCalls.become(-2, 65533);
          assertThat(users("thread-self")).contains("4294967294\t65533\t0\t65533");
        });

    assertThat(users("self")).contains("0\t0\t0\t0");
    assertThat(users("thread-self")).contains("0\t0\t0\t0");
  }

  @Test
  void a_process_that_has_ended_is_not_signalled() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();

    SystemCalls.signal(ended.toHandle(), Signal.KILL.number());
    Processes.send(Signal.KILL, ended.toHandle());

    assertThat(ended.exitValue()).isZero();
  }

  @Test
  void a_signal_ends_the_process_that_it_names() throws Exception {
    Process sleeping = new ProcessBuilder("sleep", "1000").start();
    Process other = new ProcessBuilder("sleep", "1000").start();
    try {
      SystemCalls.signal(sleeping.toHandle(), Signal.TERM.number());

      assertThat(sleeping.waitFor(8, TimeUnit.MINUTES)).isTrue();
      assertThat(sleeping.exitValue()).isEqualTo(128 + 15);
      assertThat(other.isAlive()).isTrue();
    } finally {
      sleeping.destroyForcibly();
      other.destroyForcibly();
    }
  }

  private static Path read(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String users(String process) {
    return WorkingDirectories.statusLine(Path.of("/proc", process), "Uid:").orElseThrow();
  }
}
