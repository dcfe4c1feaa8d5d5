package dev.goldenrod.bench.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.bench.measure.BenchFolder;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.client.ApiConnection;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.server.cli.Main;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A namespace and a server for one benchmark, which are removed on close. */
final class KubernetesEnvironment implements AutoCloseable {
  private static final String RESTRICTED = "pod-security.kubernetes.io/enforce=restricted";

  private static final String ANY_NUMBER = "10000";

  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final Kubectl kubectl;

  private KubernetesEnvironment(Kubectl kubectl) {
    this.kubectl = kubectl;
  }

  static KubernetesEnvironment of(Path kubeconfig, String context) {
    String namespace = "goldenrod-bench-" + UUID.randomUUID().toString().substring(0, 8);
    return new KubernetesEnvironment(new Kubectl(kubeconfig, context, namespace));
  }

  Kubectl kubectl() {
    return kubectl;
  }

  /** Creates the namespace, and starts the server in a process of its own. */
  ApiConnection start() {
    closers.push(this::removeNamespace);
    kubectl.run("create", "namespace", kubectl.namespace());
    kubectl.run("label", "namespace", kubectl.namespace(), RESTRICTED);
    Path folder = BenchFolder.temporary();
    closers.push(() -> FileTrees.delete(folder));
    String token = UUID.randomUUID().toString();
    ServerProcess server = ServerProcess.start(Main.class, arguments(folder), environment(token));
    closers.push(server::terminate);
    return ApiConnection.withoutRetries(server.address(), token);
  }

  private static Map<String, String> environment(String token) {
    return Map.of(
        "GOLDENROD_ADMIN_TOKEN", token,
        "GOLDENROD_MAX_INSTANCES_PER_USER", ANY_NUMBER,
        "GOLDENROD_MAX_INSTANCES_PER_ORG", ANY_NUMBER);
  }

  /** Other options can be set by environment variables, as for every server. */
  private List<String> arguments(Path folder) {
    List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
    arguments.addAll(List.of("--data-dir", folder.resolve("data").toString()));
    arguments.addAll(List.of("--data-plane", "kubernetes"));
    arguments.addAll(List.of("--kubeconfig", kubectl.kubeconfig().toString()));
    arguments.addAll(List.of("--kube-namespace", kubectl.namespace()));
    arguments.addAll(List.of("--kube-service-type", "NodePort"));
    if (!kubectl.context().isEmpty()) {
      arguments.addAll(List.of("--kube-context", kubectl.context()));
    }
    return arguments;
  }

  /** The golden's content is retained by its deletion policy, so the policy is changed first. */
  private void removeNamespace() {
    kubectl.run("delete", "namespace", "--ignore-not-found", kubectl.namespace());
    for (JsonNode content : kubectl.items("volumesnapshotcontents")) {
      if (kubectl.namespace().equals(CloneManifests.namespace(content))) {
        String name = content.path("metadata").path("name").asText();
        kubectl.run(
            "patch",
            "volumesnapshotcontent",
            name,
            "--type=merge",
            "--patch={\"spec\":{\"deletionPolicy\":\"Delete\"}}");
        kubectl.run("delete", "volumesnapshotcontent", "--ignore-not-found", name);
      }
    }
  }

  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
