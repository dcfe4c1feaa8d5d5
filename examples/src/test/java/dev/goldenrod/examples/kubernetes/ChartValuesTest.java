package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the effect of the chart's values, and which values are rejected. */
class ChartValuesTest {
  private static final Pattern VARIABLE = Pattern.compile("GOLDENROD_[A-Z_]+");

  /** Variables that the chart sets, from other values or because a pod requires them. */
  private static final Set<String> MADE_BY_THE_CHART =
      Set.of(
          "GOLDENROD_ADMIN_EMAIL",
          "GOLDENROD_ADMIN_TOKEN",
          "GOLDENROD_ADMIN_TOKEN_FILE",
          "GOLDENROD_ADMIN_TOKEN_TTL",
          "GOLDENROD_CONFIG",
          "GOLDENROD_ALLOW_CLEAR_TEXT",
          "GOLDENROD_DATABASE_TLS",
          "GOLDENROD_DATA_DIR",
          "GOLDENROD_DATA_PLANE",
          "GOLDENROD_HOST",
          "GOLDENROD_KUBECONFIG",
          "GOLDENROD_KUBE_CONTEXT",
          "GOLDENROD_KUBE_NAMESPACE",
          "GOLDENROD_KUBE_POD_TEMPLATE",
          "GOLDENROD_KUBE_RESOURCES",
          "GOLDENROD_KUBE_SERVICE_TEMPLATE",
          "GOLDENROD_PEER_URL",
          "GOLDENROD_KUBE_SERVICE_TYPE",
          "GOLDENROD_KUBE_SNAPSHOT_CLASS",
          "GOLDENROD_KUBE_STORAGE_CLASS",
          "GOLDENROD_KUBE_TLS_SECRET",
          "GOLDENROD_KUBE_USER",
          "GOLDENROD_PORT",
          "GOLDENROD_STORE_PASSWORD",
          "GOLDENROD_STORE_PASSWORD_FILE",
          "GOLDENROD_STORE_URL",
          "GOLDENROD_STORE_USER");

  /** Variables of the local data plane. */
  private static final Set<String> OF_ONE_MACHINE =
      Set.of(
          "GOLDENROD_ADVERTISE_HOST",
          "GOLDENROD_DATABASE_TLS_CA",
          "GOLDENROD_DATABASE_TLS_CERT",
          "GOLDENROD_DATABASE_TLS_KEY",
          "GOLDENROD_ENGINE_UIDS",
          "GOLDENROD_ENGINE_USER",
          "GOLDENROD_IMPORT_ROOTS",
          "GOLDENROD_LISTEN",
          "GOLDENROD_POSTGRES_HOME",
          "GOLDENROD_TLS_CERT",
          "GOLDENROD_TLS_KEY",
          "GOLDENROD_VOLUMES");

  @ParameterizedTest
  @CsvSource({
    "replica=3, additional properties",
    "replicas=-1, /replicas",
    "image.digest=latest, /image/digest",
    "store.password=secret, /store",
    "store.url=postgres://db, /store/url",
    "databases.serviceType=Ingress, /databases/serviceType",
    "databases.tls=on, /databases/tls",
    "databases.podTemplate.template=x, /databases/podTemplate",
    "config.GOLDENROD_ADMIN_TOKEN=secret, GOLDENROD_ADMIN_TOKEN",
    "config.orphan-grace=3d, orphan-grace",
    "declared.namespaces[0].namespace=previews, member",
    "config.GOLDENROD_ORPHAN_GARCE=3d, GOLDENROD_ORPHAN_GARCE",
    "config.GOLDENROD_VOLUMES=btrfs, GOLDENROD_VOLUMES",
    "resources.request.cpu=1, /resources",
    "podSecurityContext.runAsUsr=1, /podSecurityContext",
    "affinity.nodeAffinty.x=y, /affinity",
    "tolerations[0].keey=databases, /tolerations/0",
    "imagePullSecrets[0].nam=registry, /imagePullSecrets/0",
    "networkPolicy.from[0].namespaceSelectr.x=y, /networkPolicy/from/0",
    "databases.podTemplate.metadata.label.x=y, /databases/podTemplate/metadata",
    "podLabels.app\\.kubernetes\\.io/name=x, app.kubernetes.io/name",
    "serviceMonitor.labels.helm\\.sh/chart=x, helm.sh/chart",
    "podAnnotations.checksum/config=x, checksum/config"
  })
  void values_that_it_does_not_know_are_refused_by_name(String setting, String named) {
    assertThatThrownBy(() -> Chart.rendered(setting))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("values don't meet the specifications")
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "3", "100%"})
  void a_disruption_budget_that_lets_no_node_be_drained_is_refused(String least) {
    assertThatThrownBy(() -> Chart.rendered("podDisruptionBudget.minAvailable=" + least))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("podDisruptionBudget.minAvailable is " + least + " of 2 replicas");
    assertThat(Chart.rendered("podDisruptionBudget.minAvailable=50%")).isNotEmpty();
  }

  @Test
  void each_variable_of_the_server_is_a_value_or_none_of_the_chart_s() throws IOException {
    Set<String> serve =
        Files.readAllLines(Path.of("..", "docs", "options.md")).stream()
            .filter(line -> line.startsWith("| `serve` |"))
            .map(VARIABLE::matcher)
            .filter(Matcher::find)
            .map(variable -> variable.group())
            .filter(variable -> !MADE_BY_THE_CHART.contains(variable))
            .filter(variable -> !OF_ONE_MACHINE.contains(variable))
            .collect(Collectors.toSet());

    assertThat(Chart.configurable()).containsAll(serve);
    assertThat(Files.readString(Path.of("..", "docs", "options.md")))
        .contains(Chart.configurable());
  }

  @ParameterizedTest
  @CsvSource({"5m, 180", "1h30m, 2730", "90s, 75", "1d, 43230", "null, 60"})
  void the_startup_probe_waits_for_longer_than_the_server_does(String wait, int most) {
    assertThat(server("config.GOLDENROD_STORE_WAIT=" + wait).getStartupProbe())
        .satisfies(probe -> assertThat(probe.getPeriodSeconds()).isEqualTo(2))
        .satisfies(probe -> assertThat(probe.getFailureThreshold()).isEqualTo(most));
  }

  @Test
  void options_reach_the_server_as_they_are_written() {
    JsonObject data =
        Chart.only(
                "ConfigMap",
                Chart.rendered(
                    "config.GOLDENROD_ORPHAN_GRACE=3d",
                    "config.GOLDENROD_KUBE_IMPORT_LIMIT=5000000",
                    "databases.storageClass=fast",
                    "databases.tls=cert",
                    "databases.tlsSecret=databases-tls"))
            .getAsJsonObject("data");

    assertThat(data.get("GOLDENROD_ORPHAN_GRACE").getAsString()).isEqualTo("3d");
    assertThat(data.get("GOLDENROD_KUBE_IMPORT_LIMIT").getAsString()).isEqualTo("5000000");
    assertThat(data.get("GOLDENROD_KUBE_STORAGE_CLASS").getAsString()).isEqualTo("fast");
    assertThat(data.get("GOLDENROD_DATABASE_TLS").getAsString()).isEqualTo("cert");
    assertThat(data.get("GOLDENROD_KUBE_TLS_SECRET").getAsString()).isEqualTo("databases-tls");
  }

  @Test
  void the_secret_of_another_operator_serves_as_the_store_s() {
    V1Container server =
        server(
            "store.existingSecret=shop-app", "store.keys.url=jdbc-uri", "store.keys.username=user");

    assertThat(server.getEnv())
        .filteredOn(variable -> variable.getName().startsWith("GOLDENROD_STORE"))
        .extracting(variable -> variable.getValueFrom().getSecretKeyRef())
        .extracting(reference -> reference.getName() + " " + reference.getKey())
        .containsExactly("shop-app jdbc-uri", "shop-app user", "shop-app password");
  }

  @Test
  void a_store_s_url_may_stand_in_the_values_and_a_password_may_not() {
    V1Container server = server("store.url=jdbc:postgresql://db/goldenrod");

    assertThat(server.getEnv())
        .filteredOn(variable -> variable.getName().startsWith("GOLDENROD_STORE_"))
        .filteredOn(variable -> variable.getValue() != null)
        .extracting(V1EnvVar::getName, V1EnvVar::getValue)
        .containsExactly(tuple("GOLDENROD_STORE_URL", "jdbc:postgresql://db/goldenrod"));
  }

  @Test
  void templates_of_pods_and_services_reach_the_server_as_files() {
    List<JsonObject> objects =
        Chart.rendered(
            "databases.podTemplate.spec.priorityClassName=databases",
            "databases.serviceTemplate.metadata.labels.team=shop",
            "databases.user=namespace");

    assertThat(data("goldenrod", objects))
        .containsEntry("GOLDENROD_KUBE_USER", "namespace")
        .containsEntry("GOLDENROD_KUBE_POD_TEMPLATE", "/etc/goldenrod/pod-template.yaml")
        .containsEntry("GOLDENROD_KUBE_SERVICE_TEMPLATE", "/etc/goldenrod/service-template.yaml");
    assertThat(data("goldenrod-templates", objects))
        .containsEntry("pod-template.yaml", "spec:\n  priorityClassName: databases\n")
        .containsEntry("service-template.yaml", "metadata:\n  labels:\n    team: shop\n");
    V1PodSpec pod =
        Manifest.of(Chart.FOLDER, Chart.only("Deployment", objects)).pods().orElseThrow();
    assertThat(pod.getContainers().get(0).getVolumeMounts())
        .anySatisfy(mount -> assertThat(mount.getMountPath()).isEqualTo("/etc/goldenrod"));
    assertThat(pod.getVolumes())
        .anySatisfy(
            volume ->
                assertThat(volume.getConfigMap())
                    .isNotNull()
                    .extracting(source -> source.getName())
                    .isEqualTo("goldenrod-templates"));
  }

  private static Map<String, String> data(String name, List<JsonObject> objects) {
    return objects.stream()
        .filter(object -> object.get("kind").getAsString().equals("ConfigMap"))
        .map(object -> (V1ConfigMap) Manifest.of(Chart.FOLDER, object).object())
        .filter(map -> map.getMetadata().getName().equals(name))
        .map(V1ConfigMap::getData)
        .findAny()
        .orElseThrow();
  }

  @Test
  void a_digest_goes_before_a_tag() {
    String digest = "sha256:" + "0".repeat(64);

    assertThat(server("image.digest=" + digest, "image.tag=next").getImage())
        .isEqualTo("goldenrod@" + digest);
    assertThat(server("image.repository=mirror/goldenrod").getImage())
        .isEqualTo("mirror/goldenrod:0.1.0");
  }

  private static V1Container server(String... settings) {
    return Chart.pod(settings).getContainers().get(0);
  }
}
