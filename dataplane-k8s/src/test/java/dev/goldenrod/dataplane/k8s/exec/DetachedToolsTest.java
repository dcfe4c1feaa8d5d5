package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.exec.DetachedTools.CommandMismatchException;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class DetachedToolsTest extends PodFixture {
  private final String step = "step-" + UUID.randomUUID();
  private final AtomicBoolean cancelled = new AtomicBoolean();
  private final List<String> lines = new ArrayList<>();

  /** Returns the tools of a server that runs the step, for the first time or again. */
  private DetachedTools tools() {
    return tools(pod);
  }

  private DetachedTools tools(EnginePod pod) {
    return pod.detached(step, PodCallRetry.of(cancelled::get, () -> {}, reason -> {}));
  }

  private int run(DetachedTools tools, String script) {
    return tools.run("name", List.of("sh", "-c", script), Map.of(), lines::add);
  }

  @Test
  void a_tool_has_its_environment_its_folder_and_its_lines_in_order() {
    int exitCode =
        tools()
            .run(
                "name",
                List.of("sh", "-c", "echo $WORD; echo wrong >&2; pwd; printf end; exit 5"),
                Map.of("WORD", "two words"),
                lines::add);

    assertThat(exitCode).isEqualTo(5);
    assertThat(lines).containsExactly("two words", "wrong", PodLayout.SCRATCH.toString(), "end");
  }

  @Test
  void a_run_that_ended_is_shown_again_and_not_run_again() {
    String script = "echo $$; exit 3";
    run(tools(), script);

    assertThat(run(tools(), script)).isEqualTo(3);

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).isEqualTo(lines.get(1));
  }

  @Test
  void a_tool_goes_on_when_nobody_waits_for_it_any_more_and_is_found_again() {
    String script = "echo begun; until [ -e %s ]; do sleep 0.1; done; echo done".formatted(gate());
    assertThatThrownBy(
            () ->
                tools()
                    .run(
                        "name", List.of("sh", "-c", script), Map.of(), line -> cancelled.set(true)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the work was stopped");
    cancelled.set(false);
    pod.output(List.of("touch", gate()));

    assertThat(run(tools(), script)).isZero();

    assertThat(lines).containsExactly("begun", "done");
  }

  @Test
  void cut_streams_lose_no_line_and_none_comes_twice() {
    String script =
        "for n in 1 2 3 4 5; do echo $n; until [ -e %s.$n ]; do sleep 0.05; done; done"
            .formatted(gate());
    int exitCode =
        tools()
            .run(
                "name",
                List.of("sh", "-c", script),
                Map.of(),
                line -> {
                  lines.add(line);
                  cluster.cutConnections();
                  pod.output(List.of("touch", gate() + "." + line));
                });

    assertThat(exitCode).isZero();
    assertThat(lines).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void a_tool_that_was_killed_is_told_of() {
    String script = "kill -KILL $PPID; sleep 60";

    assertThatThrownBy(() -> run(tools(), script))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("'sh' was killed in pod " + pod.name());
  }

  @Test
  void another_command_is_not_taken_for_the_one_that_was_run() {
    run(tools(), "true");

    assertThatThrownBy(() -> run(tools(), "false")).isInstanceOf(CommandMismatchException.class);
  }

  @Test
  void what_was_removed_before_a_run_is_not_removed_again_while_it_works_with_it() {
    DetachedTools first = tools();
    first.remove("dump");
    first.makeFolder("dump");
    run(first, "echo kept > dump/file");

    DetachedTools again = tools();
    again.remove("dump");
    again.makeFolder("dump");

    assertThat(pod.output(List.of("cat", again.file("dump").resolve("file").toString())))
        .isEqualTo("kept");
    run(again, "echo kept > dump/file");
    again.remove("dump");
    assertThat(pod.output(List.of("ls", PodLayout.SCRATCH.toString()))).doesNotContain("dump\n");
  }

  @Test
  void a_written_file_stays_while_its_tool_goes_on_and_goes_at_the_end() {
    String script = "until [ -e %s ]; do sleep 0.1; done".formatted(gate());
    DetachedTools first = tools();
    first.write("secret.txt", new byte[] {1});
    cancelled.set(true);
    assertThatThrownBy(() -> run(first, script)).hasMessage("the work was stopped");
    first.remove("secret.txt");
    cancelled.set(false);

    assertThat(pod.output(List.of("ls", PodLayout.PRIVATE.toString()))).contains("secret.txt");
    pod.output(List.of("touch", gate()));
    DetachedTools again = tools();
    again.write("secret.txt", new byte[] {1});
    run(again, script);
    again.remove("secret.txt");
    assertThat(pod.output(List.of("ls", PodLayout.PRIVATE.toString())))
        .doesNotContain("secret.txt");
  }

  @Test
  void what_the_pod_says_while_its_node_is_away_is_waited_for() {
    EnginePod askedOften = new EnginePod(client, NAMESPACE, pod.name(), Duration.ofMillis(10));
    cluster.faults().fail(20, "get", "pods/exec", 503);
    cluster.faults().fail(20, "create", "pods/exec", 503);
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(8))
          .until(() -> run(tools(askedOften), "echo answered"), code -> code == 0);
    } finally {
      cluster.faults().clear();
    }

    assertThat(lines).containsExactly("answered");
  }

  private String gate() {
    return PodLayout.SCRATCH.resolve(step + ".gate").toString();
  }
}
