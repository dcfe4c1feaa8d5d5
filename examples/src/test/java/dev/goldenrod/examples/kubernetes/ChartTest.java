package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.marcnuri.helm.LintResult;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartTest {
  @Test
  void helm_has_nothing_to_say_against_it() {
    LintResult result = Chart.lint();

    assertThat(result.isFailed()).isFalse();
    assertThat(result.getMessages()).noneMatch(line -> line.matches("\\[(WARNING|ERROR)].*"));
  }

  @Test
  void it_installs_what_the_example_applies() {
    Map<String, JsonObject> example = example("base");
    // Helm creates the release's namespace itself.
    example.remove("Namespace goldenrod-system");

    Map<String, JsonObject> chart = PlainObjects.byName(Chart.rendered());
    assertThat(chart).containsOnlyKeys(example.keySet());
    chart.forEach((name, object) -> assertThat(object).as(name).isEqualTo(example.get(name)));
  }

  private static Map<String, JsonObject> example(String folder) {
    return PlainObjects.byName(
        Manifest.all().stream()
            .filter(manifest -> manifest.file().startsWith(Path.of("kubernetes", folder)))
            .map(Manifest::text)
            .toList());
  }

  @Test
  void what_is_declared_in_namespaces_takes_the_permissions_of_the_example() {
    List<JsonObject> rendered =
        Chart.rendered(
            "declared.namespaces[0].namespace=previews",
            "declared.namespaces[0].member=ci@example.com",
            "declared.namespaces[1].namespace=pr-*",
            "declared.namespaces[1].member=pr@example.com");

    assertThat(PlainObjects.byName(rendered)).containsAllEntriesOf(example("declarative"));
    assertThat(Chart.only("ConfigMap", rendered).getAsJsonObject("data").asMap())
        .containsEntry(
            "GOLDENROD_KUBE_RESOURCES",
            new JsonPrimitive("previews=ci@example.com,pr-*=pr@example.com"));
    assertThat(rendered)
        .extracting(object -> object.get("kind").getAsString())
        .filteredOn("RoleBinding"::equals)
        .hasSize(2);
  }

  @Test
  void uninstalling_it_keeps_the_namespace_of_the_databases() {
    JsonObject metadata = Chart.only("Namespace", Chart.rendered()).getAsJsonObject("metadata");

    assertThat(metadata.getAsJsonObject("annotations").get("helm.sh/resource-policy").getAsString())
        .isEqualTo("keep");
  }

  @Test
  void a_single_server_has_no_budget_that_would_block_every_drain() {
    assertThat(Chart.rendered("replicas=1"))
        .extracting(object -> object.get("kind").getAsString())
        .contains("Deployment")
        .doesNotContain("PodDisruptionBudget");
  }

  @Test
  void the_user_ids_can_be_left_to_the_namespace() {
    V1PodSpec pod =
        Chart.pod(
            "podSecurityContext.runAsUser=null",
            "podSecurityContext.runAsGroup=null",
            "podSecurityContext.fsGroup=null");

    assertThat(pod.getSecurityContext().getRunAsUser()).isNull();
    assertThat(pod.getSecurityContext().getFsGroup()).isNull();
    assertThat(RestrictedPods.violations(pod)).isEmpty();
  }

  @Test
  void prometheus_scrapes_with_a_token_and_only_when_asked_to() {
    JsonObject monitor =
        Chart.only("ServiceMonitor", Chart.rendered("serviceMonitor.enabled=true"));

    assertThat(monitor.getAsJsonObject("spec").getAsJsonArray("endpoints").toString())
        .contains("\"/metrics\"", "\"goldenrod-metrics\"");
    assertThat(Chart.rendered())
        .extracting(object -> object.get("kind").getAsString())
        .doesNotContain("ServiceMonitor");
  }

  @Test
  void prometheus_gets_the_alerts_of_the_example_and_only_when_asked_to() throws IOException {
    JsonObject rule =
        Chart.only(
            "PrometheusRule",
            Chart.rendered("prometheusRule.enabled=true", "prometheusRule.labels.team=ops"));

    assertThat(rule.getAsJsonObject("spec"))
        .isEqualTo(
            Manifest.documents(Files.readString(Path.of("monitoring", "alerts.yaml")))
                .findFirst()
                .orElseThrow());
    assertThat(Chart.rendered())
        .extracting(object -> object.get("kind").getAsString())
        .doesNotContain("PrometheusRule");
  }

  @Test
  void alerts_find_the_job_of_a_release_of_any_name() {
    JsonObject monitor =
        Chart.only("ServiceMonitor", Chart.rendered("serviceMonitor.enabled=true"));

    assertThat(monitor.getAsJsonObject("spec").get("jobLabel").getAsString())
        .isEqualTo("app.kubernetes.io/name");
  }

  @Test
  void helm_test_asks_the_server_as_the_admin(@TempDir Path folder) throws IOException {
    JsonObject test = Chart.test(folder, "service.port=8080");
    V1PodSpec pod = ((V1Pod) Manifest.of(Chart.FOLDER, test).object()).getSpec();

    assertThat(RestrictedPods.violations(pod)).isEmpty();
    assertThat(pod.getContainers().get(0).getArgs()).containsExactly("doctor");
    assertThat(test.toString()).contains("http://goldenrod.goldenrod-system.svc:8080");
    assertThat(
            Chart.rendered("networkPolicy.from[0].namespaceSelector.matchLabels.team=shop")
                .toString())
        .contains("\"app.kubernetes.io/component\":\"test\"");
  }

  @Test
  void what_the_server_writes_beside_the_store_is_limited() {
    assertThat(Chart.pod("scratchSize.tmp=1Gi").getVolumes())
        .extracting(volume -> volume.getEmptyDir().getSizeLimit().toSuffixedString())
        .containsExactly("1Gi", "1Gi");
  }

  @Test
  void secrets_of_a_declared_namespace_can_be_named_for_reading_and_changing() {
    List<JsonObject> rendered =
        Chart.rendered(
            "declared.namespaces[0].namespace=previews",
            "declared.namespaces[0].member=ci@example.com",
            "declared.namespaces[0].secretNames[0]=shop-clone");

    assertThat(
            PlainObjects.byName(rendered)
                .get("Role previews/goldenrod-credentials")
                .getAsJsonArray("rules")
                .asList()
                .stream()
                .map(JsonElement::toString))
        .containsExactly(
            """
            {"apiGroups":[""],"resources":["secrets"],"verbs":["create"]}""",
            """
            {"apiGroups":[""],"resources":["secrets"],\
            "resourceNames":["goldenrod-permission-check","shop-clone"],"verbs":["get","patch"]}""",
            """
            {"apiGroups":[""],"resources":["events"],"verbs":["create"]}""");
  }
}
