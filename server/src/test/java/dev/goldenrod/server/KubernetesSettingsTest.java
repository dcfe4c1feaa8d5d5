package dev.goldenrod.server;

import static dev.goldenrod.server.GivenOptions.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesSettingsTest {
  @TempDir private Path folder;

  @Test
  void what_is_not_given_is_left_to_the_cluster() {
    KubernetesOptions options = kubernetes(Map.of());

    assertThat(options.kubeconfig()).isEmpty();
    assertThat(options.context()).isEmpty();
    assertThat(options.namespace()).isEqualTo("goldenrod");
    assertThat(options.storageClass()).isEmpty();
    assertThat(options.snapshotClass()).isEmpty();
    assertThat(options.serviceType()).isEqualTo(ServiceType.CLUSTER_IP);
    assertThat(options.nodeHost()).isEmpty();
    assertThat(options.registry()).isEmpty();
    assertThat(options.images()).isEmpty();
    assertThat(options.pullSecret()).isEmpty();
    assertThat(options.release()).isEqualTo(Version.current());
  }

  @Test
  void all_of_it_can_be_given_by_options() throws IOException {
    Path file = Files.createFile(folder.resolve("kubeconfig"));

    assertGiven(
        file,
        kubernetes(
            Map.of(),
            "--kubeconfig",
            file.toString(),
            "--kube-context",
            "work",
            "--kube-namespace",
            "team-a",
            "--kube-storage-class",
            "fast.ssd",
            "--kube-snapshot-class",
            "fast-snapshots",
            "--kube-service-type",
            "nodeport",
            "--kube-node-host",
            "db.example",
            "--kube-registry",
            "mirror.example:5000/library",
            "--kube-image",
            "postgresql:15=team/postgres:15.4",
            "--kube-image",
            "mysql:8.0=team/mysql@sha256:0123abcd",
            "--kube-pull-secret",
            "mirror-login",
            "--kube-import-limit",
            "64"));
  }

  @Test
  void all_of_it_can_be_given_by_the_environment() throws IOException {
    Path file = Files.createFile(folder.resolve("kubeconfig"));
    Map<String, String> environment = new HashMap<>();
    environment.put("GOLDENROD_KUBECONFIG", file.toString());
    environment.put("GOLDENROD_KUBE_CONTEXT", "work");
    environment.put("GOLDENROD_KUBE_NAMESPACE", "team-a");
    environment.put("GOLDENROD_KUBE_STORAGE_CLASS", "fast.ssd");
    environment.put("GOLDENROD_KUBE_SNAPSHOT_CLASS", "fast-snapshots");
    environment.put("GOLDENROD_KUBE_SERVICE_TYPE", "NodePort");
    environment.put("GOLDENROD_KUBE_NODE_HOST", "db.example");
    environment.put("GOLDENROD_KUBE_REGISTRY", "mirror.example:5000/library");
    environment.put(
        "GOLDENROD_KUBE_IMAGES",
        "postgresql:15=team/postgres:15.4, mysql:8.0=team/mysql@sha256:0123abcd");
    environment.put("GOLDENROD_KUBE_PULL_SECRET", "mirror-login");
    environment.put("GOLDENROD_KUBE_IMPORT_LIMIT", "64");

    assertGiven(file, kubernetes(environment));
  }

  @ParameterizedTest
  @CsvSource({
    "--kubeconfig, /no/such/file, is not a readable file",
    "--kube-namespace, Team_A, must have 1 to 63",
    "--kube-storage-class, Fast, must be a Kubernetes name",
    "--kube-snapshot-class, -fast, must be a Kubernetes name",
    "--kube-service-type, Ingress, 'ClusterIP, NodePort, LoadBalancer'",
    "--kube-node-host, db.example, needs --kube-service-type NodePort",
    "--kube-registry, https://mirror.example, remove https://",
    "--kube-image, postgresql=team/postgres, must be TYPE:RELEASE=IMAGE",
    "--kube-image, oracle:19=team/oracle, 'TYPE one of postgresql, mysql, mongodb'",
    "--kube-pull-secret, my secret, must be a Kubernetes name",
    "--kube-import-limit, 1.5, 'must be a number of GiB, 1 to 9999999'",
    "--kube-import-limit, 0, 'must be a number of GiB, 1 to 9999999'",
    "--kube-pod-template, /no/such/file, it cannot be read",
    "--kube-service-template, /no/such/file, it cannot be read",
    "--kube-user, 1000, must be 999 or namespace",
    "--kube-disruption-budget, all, must be none or databases",
    "--kube-resources, previews, must be NAMESPACE=MEMBER",
    "--kube-resources, Previews=ci@example.com, must be NAMESPACE=MEMBER",
    "--kube-resources, goldenrod=ci@example.com, names the namespace of all databases"
  })
  void a_bad_option_is_refused_with_the_way_out(String option, String value, String wayOut) {
    assertThatThrownBy(() -> kubernetes(Map.of(), option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(option)
        .hasMessageContaining(value)
        .hasMessageContaining(wayOut);
  }

  @Test
  void templates_are_read_from_their_files() throws IOException {
    Path pods = Files.writeString(folder.resolve("pods.yaml"), "spec: {schedulerName: ours}");
    Path services = Files.writeString(folder.resolve("services.yaml"), "metadata: {labels: {}}");
    Map<String, String> environment =
        Map.of(
            "GOLDENROD_KUBE_POD_TEMPLATE",
            pods.toString(),
            "GOLDENROD_KUBE_SERVICE_TEMPLATE",
            services.toString(),
            "GOLDENROD_KUBE_USER",
            "namespace");

    assertThat(kubernetes(Map.of()).templates().isEmpty()).isTrue();
    assertThat(kubernetes(environment).templates().ownUser()).isFalse();
    assertThat(kubernetes(environment).templates().isEmpty()).isFalse();
    assertThat(kubernetes(Map.of(), "--kube-user", "999").templates().isEmpty()).isTrue();
  }

  @Test
  void drains_are_held_up_by_databases_alone_and_only_when_asked_to() {
    assertThat(kubernetes(Map.of()).holdsDatabases()).isFalse();
    assertThat(kubernetes(Map.of("GOLDENROD_KUBE_DISRUPTION_BUDGET", "databases")).holdsDatabases())
        .isTrue();
  }

  @Test
  void namespaces_act_as_the_member_of_the_first_rule_that_fits() {
    NamespaceMembers given =
        kubernetes(
                Map.of(),
                "--kube-resources",
                "pr-1=one@example.com",
                "--kube-resources",
                "pr-*=all")
            .declaring();
    NamespaceMembers ofVariable =
        kubernetes(Map.of("GOLDENROD_KUBE_RESOURCES", "pr-1=one@example.com, *=all")).declaring();

    assertThat(given.memberOf("pr-1")).contains("one@example.com");
    assertThat(given.memberOf("pr-12")).contains("all");
    assertThat(given.memberOf("spr-12")).isEmpty();
    assertThat(ofVariable.memberOf("any")).contains("all");
    assertThat(ofVariable.memberOf("goldenrod")).isEmpty();
    assertThat(kubernetes(Map.of()).declaring().isEmpty()).isTrue();
  }

  @Test
  void a_field_that_no_template_may_have_is_named_with_option_and_file() throws IOException {
    Path pods = Files.writeString(folder.resolve("pods.yaml"), "spec: {hostNetwork: true}");

    assertThatThrownBy(() -> kubernetes(Map.of(), "--kube-pod-template", pods.toString()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--kube-pod-template " + pods + ": spec.hostNetwork cannot be set");
  }

  @Test
  void two_images_of_one_release_are_refused() {
    assertThatThrownBy(
            () ->
                kubernetes(
                    Map.of(), "--kube-image", "mysql:8.0=one", "--kube-image", "mysql:8.0=other"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("mysql:8.0 twice");
  }

  @ParameterizedTest
  @CsvSource({
    "local, --kubeconfig, /etc/kubeconfig, GOLDENROD_KUBECONFIG",
    "local, --kube-namespace, team-a, GOLDENROD_KUBE_NAMESPACE",
    "none, --kube-image, mysql:8.0=team/mysql, GOLDENROD_KUBE_IMAGES",
    "local, --kube-resources, previews=ci, GOLDENROD_KUBE_RESOURCES",
    "kubernetes, --listen, 0.0.0.0, GOLDENROD_LISTEN",
    "kubernetes, --engine-uids, none, GOLDENROD_ENGINE_UIDS",
    "kubernetes, --import-root, /usr, GOLDENROD_IMPORT_ROOTS",
    "none, --volumes, copy, GOLDENROD_VOLUMES"
  })
  void an_option_of_another_data_plane_is_refused_however_it_was_given(
      String dataPlane, String option, String value, String variable) {
    assertThatThrownBy(() -> settings(Map.of(), "--data-plane", dataPlane, option, value))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(option + " needs --data-plane")
        .hasMessageContaining("--data-plane is " + dataPlane);
    assertThatThrownBy(() -> settings(Map.of(variable, value), "--data-plane", dataPlane))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(variable);
  }

  @Test
  void an_option_without_a_value_of_another_data_plane_is_refused_too() {
    assertThatThrownBy(() -> settings(Map.of(), "--data-plane", "kubernetes", "--volatile-clones"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--volatile-clones needs --data-plane local, but --data-plane is kubernetes; remove it");
  }

  @Test
  void an_option_of_another_data_plane_is_refused_with_its_usual_value_too() {
    assertThatThrownBy(
            () -> settings(Map.of(), "--data-plane", "kubernetes", "--listen", "127.0.0.1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--listen needs --data-plane local");
  }

  @Test
  void databases_speak_tls_by_the_namespace_s_authority_or_a_secret() {
    assertThat(kubernetes(Map.of()).ownCertificates()).isFalse();
    KubernetesOptions own = kubernetes(Map.of(), "--database-tls", "auto");
    assertThat(own.ownCertificates()).isTrue();
    assertThat(own.tlsSecret()).isEmpty();
    KubernetesOptions given =
        kubernetes(Map.of("GOLDENROD_KUBE_TLS_SECRET", "databases-tls"), "--database-tls", "cert");
    assertThat(given.ownCertificates()).isFalse();
    assertThat(given.tlsSecret()).contains("databases-tls");
    assertThatThrownBy(() -> kubernetes(Map.of(), "--database-tls", "cert"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("needs --kube-tls-secret");
    assertThatThrownBy(() -> kubernetes(Map.of(), "--kube-tls-secret", "databases-tls"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("needs --database-tls cert, but it is off");
  }

  @Test
  void a_server_with_another_data_plane_has_no_options_of_kubernetes() {
    assertThat(settings(Map.of()).kubernetes()).isEmpty();
  }

  private static void assertGiven(Path file, KubernetesOptions options) {
    assertThat(options.kubeconfig()).contains(file);
    assertThat(options.context()).contains("work");
    assertThat(options.namespace()).isEqualTo("team-a");
    assertThat(options.storageClass()).contains("fast.ssd");
    assertThat(options.snapshotClass()).contains("fast-snapshots");
    assertThat(options.serviceType()).isEqualTo(ServiceType.NODE_PORT);
    assertThat(options.nodeHost()).contains("db.example");
    assertThat(options.registry()).isEqualTo("mirror.example:5000/library/");
    assertThat(options.images())
        .isEqualTo(
            Map.of(
                "postgresql:15", "team/postgres:15.4", "mysql:8.0", "team/mysql@sha256:0123abcd"));
    assertThat(options.pullSecret()).contains("mirror-login");
    assertThat(options.importLimitGib()).isEqualTo(64);
  }

  private static KubernetesOptions kubernetes(Map<String, String> environment, String... words) {
    List<String> line = new ArrayList<>(List.of("--data-plane", "kubernetes"));
    line.addAll(List.of(words));
    return settings(environment, line.toArray(String[]::new)).kubernetes().orElseThrow();
  }
}
