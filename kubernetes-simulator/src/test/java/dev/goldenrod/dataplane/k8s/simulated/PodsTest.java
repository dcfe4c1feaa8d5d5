package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import io.kubernetes.client.Exec;
import io.kubernetes.client.PortForward;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Probe;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class PodsTest {
  private static SimulatedCluster cluster;
  private static ApiClient client;
  private static CoreV1Api core;

  @BeforeAll
  static void start() {
    cluster = SimulatedCluster.start();
    client = cluster.client();
    core = new CoreV1Api(client);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void a_command_gets_its_input_and_its_exit_code_is_known() throws Exception {
    runPod("exec", "sleep infinity");
    Process process =
        new Exec(client)
            .exec("default", "exec", new String[] {"sh", "-c", "cat; id -u; exit 3"}, true);
    try (OutputStream input = process.getOutputStream()) {
      input.write("hello\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(text(process.getInputStream())).isEqualTo("hello\n999\n");
    assertThat(process.waitFor()).isEqualTo(3);
  }

  @Test
  void a_pods_own_loopback_port_is_forwarded() throws Exception {
    String server =
        """
        perl -MIO::Socket::INET -e '
          $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => 7000, Listen => 5);
          while ($c = $s->accept) { print $c "from ", $c->peerhost, "\\n"; close $c }'
        """;
    runPod("forward", server);
    await().until(() -> forwarded("forward", 7000), "from 127.0.0.1\n"::equals);
  }

  private static String forwarded(String pod, int port) throws Exception {
    PortForward.PortForwardResult result =
        new PortForward(client).forward("default", pod, List.of(port));
    try {
      return text(result.getInputStream(port));
    } finally {
      result.close();
    }
  }

  @Test
  void a_container_that_ends_is_started_again_and_its_log_is_kept() throws Exception {
    startPod("crash", "echo it is broken; exit 7");
    await().until(() -> restarts("crash") > 1);
    V1ContainerStatus status = pod("crash").getStatus().getContainerStatuses().get(0);
    assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(7);
    String log =
        core.readNamespacedPodLog("crash", "default").previous(true).tailLines(5).execute();
    assertThat(log).isEqualTo("it is broken\n");
  }

  private static int restarts(String name) throws ApiException {
    List<V1ContainerStatus> all = pod(name).getStatus().getContainerStatuses();
    return all.isEmpty() ? 0 : all.get(0).getRestartCount();
  }

  @Test
  void a_pod_is_ready_when_its_startup_probe_has_succeeded() throws Exception {
    V1Probe probe =
        new V1Probe()
            .exec(new V1ExecAction().command(List.of("test", "-e", "/tmp/up")))
            .periodSeconds(1)
            .failureThreshold(1000);
    startPod("slow", "sleep infinity", container -> container.startupProbe(probe));
    await().until(() -> "Running".equals(pod("slow").getStatus().getPhase()));
    assertThat(isReady("slow")).isFalse();

    new Exec(client).exec("default", "slow", new String[] {"touch", "/tmp/up"}, false).waitFor();

    await().until(() -> isReady("slow"));
  }

  private static boolean isReady(String name) throws ApiException {
    return pod(name).getStatus().getContainerStatuses().get(0).getReady();
  }

  @Test
  void a_deleted_pod_is_asked_to_end_and_goes() throws Exception {
    runPod("deleted", "trap 'exit 0' TERM; echo waits; while :; do sleep 0.05; done");
    await().until(() -> log("deleted"), "waits\n"::equals);
    core.deleteNamespacedPod("deleted", "default").execute();
    await().until(() -> isAbsent("deleted"));
  }

  private static String log(String name) throws ApiException {
    return core.readNamespacedPodLog(name, "default").execute();
  }

  private static boolean isAbsent(String name) {
    return cluster.objects().find(ResourceType.POD, "default", name).isEmpty();
  }

  private static void runPod(String name, String script) throws ApiException {
    startPod(name, script);
    await().until(() -> "Running".equals(pod(name).getStatus().getPhase()));
  }

  private static void startPod(String name, String script) throws ApiException {
    startPod(name, script, container -> {});
  }

  private static void startPod(String name, String script, Consumer<V1Container> change)
      throws ApiException {
    V1Container container =
        new V1Container().name("engine").image("postgres:15").command(List.of("sh", "-c", script));
    change.accept(container);
    V1PodSpec spec =
        new V1PodSpec()
            .addContainersItem(container)
            .securityContext(
                new V1PodSecurityContext().runAsUser(999L).runAsGroup(999L).fsGroup(999L));
    V1Pod pod = new V1Pod().metadata(new V1ObjectMeta().name(name)).spec(spec);
    core.createNamespacedPod("default", pod).execute();
  }

  private static V1Pod pod(String name) throws ApiException {
    return core.readNamespacedPod(name, "default").execute();
  }

  private static String text(InputStream from) throws Exception {
    return new String(from.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(8)).pollInterval(Duration.ofMillis(10));
  }
}
