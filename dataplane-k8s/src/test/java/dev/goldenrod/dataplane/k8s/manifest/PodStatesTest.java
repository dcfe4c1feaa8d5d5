package dev.goldenrod.dataplane.k8s.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.util.Yaml;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;

class PodStatesTest {
  @Test
  void a_pod_that_is_being_made_has_no_problem() {
    V1Pod pod =
        pod(
            """
            phase: Pending
            containerStatuses:
              - image: postgres:15
                state: {waiting: {reason: ContainerCreating}}
            """);

    assertThat(PodStates.problem(pod)).isEmpty();
    assertThat(PodStates.isRunning(pod)).isFalse();
    assertThat(PodStates.problem(pod("phase: Pending"))).isEmpty();
  }

  @Test
  void a_running_pod_runs_until_it_is_deleted() {
    V1Pod pod =
        pod(
            """
            phase: Running
            containerStatuses:
              - state: {running: {startedAt: 2026-01-31T10:15:30Z}}
            """);
    assertThat(PodStates.isRunning(pod)).isTrue();

    pod.getMetadata().deletionTimestamp(OffsetDateTime.now());

    assertThat(PodStates.isRunning(pod)).isFalse();
  }

  @Test
  void an_image_that_cannot_be_pulled_is_told_with_its_name() {
    assertThat(
            PodStates.problem(
                pod(
                    """
                    phase: Pending
                    containerStatuses:
                      - image: postgres:99
                        state:
                          waiting: {reason: ImagePullBackOff, message: no such image}
                    """)))
        .contains(
            "the container of image postgres:99 does not start: ImagePullBackOff: no such image");
  }

  @Test
  void a_pod_that_was_evicted_is_disrupted_and_one_that_took_too_much_memory_is_not() {
    V1Pod evicted =
        pod(
            """
            phase: Failed
            conditions:
              - {type: DisruptionTarget, status: "True", reason: EvictionByEvictionAPI}
            """);
    V1Pod drained = pod("{phase: Failed, reason: Terminated}");
    V1Pod killed = pod("{phase: Failed, reason: OOMKilled}");

    assertThat(PodStates.isDisrupted(evicted)).isTrue();
    assertThat(PodStates.isDisrupted(drained)).isTrue();
    assertThat(PodStates.isDisrupted(killed)).isFalse();
  }

  @Test
  void a_pod_without_a_node_tells_why() {
    V1Pod pod =
        pod(
            """
            phase: Pending
            conditions:
              - {type: PodScheduled, status: "False", message: 0/3 nodes are available}
            """);

    assertThat(PodStates.problem(pod)).contains("no node takes the pod: 0/3 nodes are available");
  }

  @Test
  void a_pod_that_ran_out_of_memory_has_ended_for_that_reason() {
    V1Pod pod =
        pod(
            """
            phase: Failed
            containerStatuses:
              - state: {terminated: {reason: OOMKilled, exitCode: 137}}
            """);

    assertThat(PodStates.hasEnded(pod)).isTrue();
    assertThat(PodStates.problem(pod)).contains("the pod ended: OOMKilled, exit code 137");
  }

  @Test
  void an_evicted_pod_has_ended_as_its_node_says() {
    assertThat(
            PodStates.problem(
                pod("{phase: Failed, reason: Evicted, message: 'The node was low on memory.'}")))
        .contains("the pod ended: Evicted: The node was low on memory.");
  }

  @Test
  void a_pod_is_ready_when_its_node_has_seen_its_server() {
    String status = "{phase: Running, containerStatuses: [{ready: %s, state: {running: {}}}]}";

    assertThat(PodStates.isReady(pod(status.formatted("true")))).isTrue();
    assertThat(PodStates.isReady(pod(status.formatted("false")))).isFalse();
    assertThat(PodStates.isReady(pod("phase: Pending"))).isFalse();
  }

  /** For an unreachable node, the cluster changes the pod's condition but not its containers'. */
  @Test
  void a_pod_that_is_not_ready_though_its_container_is_has_lost_its_node() {
    String status =
        """
        phase: Running
        conditions:
          - {type: Ready, status: "%s"}
        containerStatuses:
          - {ready: %s, state: {running: {}}}
        """;

    assertThat(PodStates.isLost(pod(status.formatted("False", "true")))).isTrue();
    assertThat(PodStates.isLost(pod(status.formatted("Unknown", "true")))).isTrue();
    assertThat(PodStates.isLost(pod(status.formatted("True", "true")))).isFalse();
    assertThat(PodStates.isLost(pod(status.formatted("False", "false")))).isFalse();
  }

  private static V1Pod pod(String status) {
    return Yaml.loadAs(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: one}\nstatus:\n" + status.indent(2),
        V1Pod.class);
  }
}
