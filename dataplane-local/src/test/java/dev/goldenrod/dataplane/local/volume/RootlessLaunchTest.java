package dev.goldenrod.dataplane.local.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.LaunchScript;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands that mount an overlay, by the script and by the programs that do without Perl. */
@ParameterizedClass
@MethodSource("launchers")
class RootlessLaunchTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Not root's, whom engines refuse, even if root runs the test. */
  private static final int UID = 1234;

  private static final int GID = 1235;
  private static final String UP = "echo up; exec sleep 600";

  @Parameter List<String> launcher;
  @TempDir Path temporary;
  private final RunAs runAs = RunAs.server();
  private final List<ProcessHandle> started = new ArrayList<>();
  private OverlayLayers layers;
  private RootlessOverlays overlays;
  private List<String> all;
  private Path folder;

  static Stream<List<String>> launchers() {
    return Stream.of(LaunchScript.prefix().orElseThrow(), RootlessOverlays.PROGRAMS);
  }

  @BeforeEach
  void make_two_layers() throws IOException {
    Path awkward = temporary.resolve("it's a \"folder\" of $HOME");
    LocalRoot root = LocalRoot.open(awkward, "test", runAs);
    folder = root.volumes().resolve(".layers");
    layers = new OverlayLayers(new VolumeContext(root, runAs), folder);
    overlays = overlays(launcher);
    all = List.of(layers.add(), layers.add());
    for (String layer : all) {
      Files.createDirectory(layers.content(layer).resolve("data"));
    }
    Files.writeString(lower("file"), "golden");
  }

  @AfterEach
  void end_what_was_started() {
    started.forEach(ProcessHandle::destroyForcibly);
    Processes.killAll(temporary);
  }

  @Test
  void the_command_sees_the_overlay_as_the_user_where_it_was_started() throws IOException {
    String look = "echo $(id -u) $(id -g); pwd; cat \"$1\"; echo changed >\"$1\"";
    Process process = process(List.of(), List.of("sh", "-c", look, "sh", upper("file")));

    assertThat(output(process))
        .isEqualTo(UID + " " + GID + "\n" + temporary.toRealPath() + "\ngolden");
    assertThat(lower("file")).hasContent("golden");
    assertThat(Path.of(upper("file"))).hasContent("changed\n");
  }

  @Test
  void the_process_is_the_one_that_was_started_and_nothing_is_mounted_outside() throws IOException {
    Process process = process(List.of(), List.of("sh", "-c", "echo $$; exec sleep 600"));

    assertThat(process.inputReader().readLine()).isEqualTo(Long.toString(process.pid()));
    assertThat(process.children()).isEmpty();
    assertThat(Mounts.below(folder)).isEmpty();
  }

  @Test
  void files_are_removed_from_the_overlay_alone_and_no_link_is_followed() throws IOException {
    Path linked = Files.createDirectory(temporary.resolve("linked"));
    Files.writeString(linked.resolve("kept"), "kept");
    Files.createSymbolicLink(lower("link"), linked);
    Files.createDirectories(lower("tree/of/files"));
    Files.createSymbolicLink(lower("tree/link"), linked);
    Files.writeString(Path.of(upper("it's own")), "clone");
    List<String> files =
        Stream.of("file", "link", "tree", "it's own", "missing").map(this::upper).toList();

    String left = output(process(files, List.of("ls", "-A", layers.content(top()) + "/data")));

    assertThat(left).isEmpty();
    assertThat(lower("file")).hasContent("golden");
    assertThat(lower("tree/of/files")).isDirectory();
    assertThat(linked.resolve("kept")).hasContent("kept");
  }

  @Test
  void a_detached_process_gets_no_privileges_and_nothing_from_the_server_but_what_it_is_given()
      throws IOException {
    Path log = temporary.resolve("log");
    List<String> command = overlays.command(all, List.of("sh", "-c", UP));
    Process process =
        Processes.startDetached(runAs, temporary, command, Map.of("GIVEN", "one two"), log);
    started.add(process.toHandle());
    Awaitility.await().atMost(PATIENCE).until(() -> Files.readString(log).equals("up\n"));
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> Files.readString(proc.resolve("comm")).strip().equals("sleep"));

    assertThat(Files.readString(proc.resolve("status")))
        .containsPattern("NoNewPrivs:\\s1")
        .containsPattern("CapEff:\\s0000000000000000")
        .containsPattern("SigBlk:\\s0000000000000000")
        .contains(Tool.run("grep", "^SigIgn:", "/proc/self/status"));
    assertThat(environment(proc))
        .containsExactlyInAnyOrder("PATH=" + System.getenv("PATH"), "LC_ALL=C", "GIVEN=one two");
    assertThat(descriptors(proc)).containsExactlyInAnyOrder("0", "1", "2", "9");
    assertThat(session(proc)).isEqualTo(Long.toString(process.pid()));
  }

  @Test
  void the_end_of_the_process_unlocks_the_layer() throws IOException {
    Process first = process(List.of(), List.of("sh", "-c", UP));
    assertThat(first.inputReader().readLine()).isEqualTo("up");
    Process second = process(List.of(), List.of("cat", upper("file")));

    first.destroyForcibly().onExit().join();

    assertThat(output(second)).isEqualTo("golden");
  }

  @Tag("slow")
  @Test
  void no_second_mount_comes_over_one_that_a_process_has_begun_by_whatever_process()
      throws IOException {
    // The child process survives when its parent is killed.
    Process first = process(List.of(), List.of("sh", "-c", "sleep 600 & echo up; wait"));
    assertThat(first.inputReader().readLine()).isEqualTo("up");
    ProcessHandle child = first.children().findFirst().orElseThrow();
    first.destroyForcibly().onExit().join();
    List<Process> others = new ArrayList<>();
    for (List<String> other : launchers().toList()) {
      others.add(process(overlays(other).command(all, List.of("true"))));
    }

    for (Process other : others) {
      assertThat(output(other))
          .isEqualTo(top() + "/data/data is already mounted: processes use it");
      assertThat(other.onExit().join().exitValue()).isNotZero();
    }
    child.destroyForcibly();
    assertThat(output(process(List.of(), List.of("cat", upper("file"))))).isEqualTo("golden");
  }

  @Test
  void a_program_that_is_missing_is_named() throws IOException {
    Process process = process(List.of(), List.of("/no/such/program", "argument"));

    assertThat(output(process)).contains("/no/such/program: No such file or directory");
    assertThat(process.onExit().join().exitValue()).isEqualTo(127);
  }

  @Test
  void a_lock_or_a_mount_that_fails_is_named_and_nothing_runs() throws IOException {
    Path lock = Files.createDirectory(layers.privateFolder(top()).resolve("mounted"));
    Process unlocked = process(List.of(), List.of("echo", "ran"));
    assertThat(output(unlocked)).contains(top() + "/private/mounted: Is a directory");
    assertThat(unlocked.onExit().join().exitValue()).isNotZero();
    Files.delete(lock);

    Files.move(layers.content(all.get(1)), temporary.resolve("elsewhere"));
    Process unmounted = process(List.of(), List.of("echo", "ran"));
    assertThat(output(unmounted)).contains(top() + "/data/data").doesNotContain("ran");
    assertThat(unmounted.onExit().join().exitValue()).isNotZero();
  }

  private RootlessOverlays overlays(List<String> launcher) {
    return new RootlessOverlays(folder, UID, GID, launcher);
  }

  private Process process(List<String> files, List<String> command) throws IOException {
    return process(overlays.command(all, files, command));
  }

  /** Starts the command with the working directory of a server, which is not the layers'. */
  private Process process(List<String> line) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.directory(temporary.toFile()).start();
    started.add(process.toHandle());
    return process;
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
        .stripTrailing();
  }

  private String top() {
    return all.get(0);
  }

  private String upper(String file) {
    return layers.content(top()).resolve("data").resolve(file).toString();
  }

  private Path lower(String file) {
    return layers.content(all.get(1)).resolve("data").resolve(file);
  }

  /** Returns the variables without those in which the shell of a launcher keeps directories. */
  private static List<String> environment(Path proc) throws IOException {
    return Arrays.stream(Files.readString(proc.resolve("environ")).split("\0"))
        .filter(variable -> !variable.matches("(OLD)?PWD=.*"))
        .toList();
  }

  private static List<String> descriptors(Path proc) throws IOException {
    try (Stream<Path> descriptors = Files.list(proc.resolve("fd"))) {
      return descriptors.map(descriptor -> descriptor.getFileName().toString()).toList();
    }
  }

  private static String session(Path proc) throws IOException {
    return Files.readString(proc.resolve("stat")).split(" ")[5];
  }
}
