package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** Tests StatefulSets, owner references and services, through the Kubernetes client. */
class WorkloadsTest extends SimulatorFixture {
  @Test
  void a_set_has_its_pod_until_it_is_scaled_to_none() {
    client.create(ResourceType.STATEFUL_SET, set("scaled", "scaled", ""));
    awaitReady("scaled-0");
    await().until(() -> readyReplicas("scaled") == 1);

    client.merge(ResourceType.STATEFUL_SET, "scaled", "{\"spec\": {\"replicas\": 0}}");

    await().until(() -> client.find(ResourceType.POD, "scaled-0").isEmpty());
    await().until(() -> readyReplicas("scaled") == 0);
  }

  @Test
  void a_changed_template_replaces_the_pod() {
    client.create(ResourceType.STATEFUL_SET, set("changed", "changed", ""));
    String first = Tree.uid(awaitReady("changed-0"));
    String annotated =
        "{\"spec\": {\"template\": {\"metadata\": {\"annotations\": {\"a\": \"b\"}}}}}";

    client.merge(ResourceType.STATEFUL_SET, "changed", annotated);

    await()
        .until(
            () -> client.find(ResourceType.POD, "changed-0"),
            pod -> pod.filter(one -> !Tree.uid(one).equals(first)).isPresent());
    assertThat(Tree.text(client.get(ResourceType.POD, "changed-0"), "metadata", "annotations", "a"))
        .isEqualTo("b");
  }

  @Test
  void what_an_object_owns_goes_with_it() {
    JsonObject owner = client.create(ResourceType.SECRET, "{\"metadata\": {\"name\": \"owner\"}}");
    String owned =
        """
        {"metadata": {"name": "owned", "ownerReferences": [
          {"apiVersion": "v1", "kind": "Secret", "name": "owner", "uid": "%s"}]}}
        """;
    client.create(ResourceType.CONFIG_MAP, owned.formatted(Tree.uid(owner)));

    client.delete(ResourceType.SECRET, "owner");

    await().until(() -> client.find(ResourceType.CONFIG_MAP, "owned").isEmpty());
  }

  @Test
  void a_node_port_leads_to_the_pod_that_is_selected_at_that_moment() throws Exception {
    client.create(ResourceType.STATEFUL_SET, set("left", "left", "left"));
    client.create(ResourceType.STATEFUL_SET, set("right", "right", "right"));
    awaitReady("left-0");
    awaitReady("right-0");
    JsonObject service =
        client.create(
            ResourceType.SERVICE,
            """
            {"metadata": {"name": "door"}, "spec": {
              "type": "NodePort", "selector": {"app": "left"}, "ports": [{"port": 7000}]}}
            """);
    int port = (int) Tree.number(Tree.objects(service, "spec", "ports").get(0), 0, "nodePort");
    // The node starts to listen only a moment after the port was assigned.
    await().ignoreException(ConnectException.class).until(() -> answer(port), "left"::equals);

    client.merge(ResourceType.SERVICE, "door", "{\"spec\": {\"selector\": {\"app\": \"right\"}}}");

    assertThat(answer(port)).isEqualTo("right");
  }

  @Test
  void a_pod_without_a_place_says_why_and_gets_one_later() {
    cluster.scheduler().obstruct("Insufficient cpu");
    client.create(ResourceType.STATEFUL_SET, set("crowded", "crowded", ""));
    await()
        .until(
            () -> cluster.objects().find(ResourceType.POD, "default", "crowded-0"),
            pod ->
                pod.map(one -> Conditions.find(Tree.object(one, "status"), "PodScheduled"))
                    .filter(one -> Tree.text(one, "message").contains("1 Insufficient cpu"))
                    .isPresent());

    cluster.scheduler().obstruct("");

    awaitReady("crowded-0");
  }

  private static long readyReplicas(String set) {
    return Tree.number(client.get(ResourceType.STATEFUL_SET, set), 0, "status", "readyReplicas");
  }

  private static JsonObject awaitReady(String pod) {
    return await()
        .until(
            () -> cluster.objects().find(ResourceType.POD, "default", pod).orElseGet(Tree::of),
            one -> Conditions.isTrue(one, "Ready"));
  }

  private static String answer(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  private static String set(String name, String app, String greeting) {
    return """
        {
          "metadata": {"name": "%1$s"},
          "spec": {
            "replicas": 1,
            "serviceName": "%1$s",
            "selector": {"matchLabels": {"app": "%2$s"}},
            "template": {
              "metadata": {"labels": {"app": "%2$s"}},
              "spec": {
                "terminationGracePeriodSeconds": 0,
                "securityContext": {"runAsUser": 999, "runAsGroup": 999},
                "containers": [{
                  "name": "engine",
                  "image": "postgres:15",
                  "readinessProbe": {"tcpSocket": {"port": 7000}, "periodSeconds": 1},
                  "env": [{"name": "GREETING", "value": "%3$s"}],
                  "command": ["perl", "-MIO::Socket::INET", "-e", "%4$s"]
                }]
              }
            }
          }
        }
        """
        .formatted(
            name,
            app,
            greeting,
            "$s = IO::Socket::INET->new(LocalPort => 7000, Listen => 5);"
                + " while ($c = $s->accept) { print $c $ENV{GREETING}; close $c }");
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(8)).pollInterval(Duration.ofMillis(10));
  }
}
