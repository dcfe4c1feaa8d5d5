package dev.goldenrod.dataplane.k8s.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(900)
class EnginePodTest extends PodFixture {
  private final List<String> lines = new ArrayList<>();

  @AfterEach
  void end_all_faults() {
    cluster.faults().clear();
  }

  @Test
  void a_command_that_hangs_is_given_up_when_its_time_is_over() {
    assertThatThrownBy(() -> pod.output(List.of("sleep", "603"), Duration.ofSeconds(1)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("'sleep' did not end within 1 s in pod " + pod.name());
  }

  @Test
  void the_lines_and_the_exit_code_of_a_command_are_known() {
    assertThat(run("echo one; echo two; exit 3")).isEqualTo(3);
    assertThat(lines).containsExactly("one", "two");
  }

  @Test
  void what_goes_to_standard_error_is_output_too() {
    assertThat(run("echo wrong >&2")).isZero();
    assertThat(lines).containsExactly("wrong");
  }

  @Test
  void megabytes_of_input_arrive_and_end() throws Exception {
    byte[] input = new byte[3_000_000];
    new Random(1).nextBytes(input);

    String sum = pod.output(List.of("sha256sum"), input);

    byte[] expected = MessageDigest.getInstance("SHA-256").digest(input);
    assertThat(sum).startsWith(HexFormat.of().formatHex(expected));
  }

  @Test
  void a_command_that_answers_more_than_it_was_given_blocks_nobody() {
    byte[] input = "a line\n".repeat(40_000).getBytes(StandardCharsets.UTF_8);
    AtomicInteger count = new AtomicInteger();

    pod.run(List.of("sed", "p"), input, line -> count.incrementAndGet(), () -> false);

    assertThat(count).hasValue(80_000);
  }

  @Test
  void output_is_wanted_of_commands_that_succeed_only() {
    assertThat(pod.output(List.of("printf", "a\\nb"), NOTHING)).isEqualTo("a\nb");
    assertThatThrownBy(() -> pod.output(List.of("sh", "-c", "echo too bad; exit 4"), NOTHING))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("'sh' failed in pod %s with exit code 4: too bad".formatted(pod.name()));
  }

  @Test
  void nobody_waits_for_a_command_that_is_cancelled() {
    AtomicInteger asked = new AtomicInteger();

    assertThatThrownBy(
            () ->
                pod.run(
                    List.of("sleep", "600"),
                    NOTHING,
                    lines::add,
                    () -> asked.incrementAndGet() > 2))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("the work was stopped");
  }

  @Test
  void a_pod_that_is_not_there_is_told() {
    assertThatThrownBy(() -> new EnginePod(client, NAMESPACE, "nobody").output(List.of("true")))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("pods \"nobody\" not found");
  }

  @Test
  void a_server_that_is_busy_is_asked_again() {
    cluster.faults().fail(2, "*", "pods/exec", 429);
    cluster.faults().fail(1, "*", "pods/exec", 503);

    assertThat(run("echo done")).isZero();
    assertThat(lines).containsExactly("done");
  }

  @Test
  void what_the_role_lacks_is_told_at_once() {
    cluster.faults().forbid("*", "pods/exec");

    assertThatThrownBy(() -> run("true"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("forbidden");
  }

  private int run(String script) {
    return pod.run(List.of("sh", "-c", script), NOTHING, lines::add, () -> false);
  }
}
