package dev.goldenrod.dataplane.k8s.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.manifest.SparseJson;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1LocalObjectReference;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

class TemplatesTest {
  @TempDir private Path folder;

  @Test
  void a_pod_keeps_its_own_and_gets_what_the_template_has() throws IOException {
    PodTemplate template =
        PodTemplate.read(
            file(
                """
                metadata:
                  labels: {team: shop}
                  annotations: {sidecar.istio.io/inject: "false", own: changed}
                spec:
                  priorityClassName: databases
                  runtimeClassName: gvisor
                  nodeSelector: {disk: ssd, kubernetes.io/arch: arm64}
                  tolerations:
                    - {key: databases, operator: Exists, effect: NoSchedule, tolerationSeconds: 5}
                  imagePullSecrets: [{name: first}, {name: second}]
                  securityContext: {supplementalGroups: [7]}
                  containers: [{name: engine, imagePullPolicy: Always}]
                """));

    V1Pod pod = new Templates(template, ServiceTemplate.none(), true).complete(pod());

    assertSame(
        pod,
        """
        metadata:
          name: db-1
          labels: {goldenrod.dev/database: "1", team: shop}
          annotations: {own: changed, sidecar.istio.io/inject: "false"}
        spec:
          priorityClassName: databases
          runtimeClassName: gvisor
          nodeSelector: {disk: ssd, kubernetes.io/arch: amd64}
          tolerations:
            - {key: databases, operator: Exists, effect: NoSchedule, tolerationSeconds: 5}
          imagePullSecrets: [{name: first}, {name: second}]
          securityContext: {runAsUser: 999, runAsGroup: 999, fsGroup: 999, supplementalGroups: [7]}
          containers: [{name: engine, image: "postgres:15", imagePullPolicy: Always}]
        """);
  }

  @Test
  void without_templates_nothing_changes() {
    assertThat(SparseJson.of(Templates.none().complete(pod()))).isEqualTo(SparseJson.of(pod()));
    assertThat(SparseJson.of(Templates.none().complete(service())))
        .isEqualTo(SparseJson.of(service()));
  }

  @Test
  void a_pod_has_no_user_where_the_namespace_assigns_one() {
    V1Pod pod = new Templates(PodTemplate.none(), ServiceTemplate.none(), false).complete(pod());

    assertThat(SparseJson.of(pod.getSpec().getSecurityContext())).hasToString("{}");
  }

  @Test
  void a_service_keeps_its_own_and_gets_what_the_template_has() throws IOException {
    ServiceTemplate template =
        ServiceTemplate.read(
            file(
                """
                metadata: {annotations: {example/internal: "true"}}
                spec:
                  loadBalancerClass: example/inside
                  loadBalancerSourceRanges: [10.0.0.0/8]
                  externalTrafficPolicy: Local
                """));

    assertSame(
        new Templates(PodTemplate.none(), template, true).complete(service()),
        """
        metadata:
          name: ep-1
          labels: {goldenrod.dev/database: "1"}
          annotations: {example/internal: "true"}
        spec:
          type: LoadBalancer
          selector: {goldenrod.dev/database: "1"}
          loadBalancerClass: example/inside
          loadBalancerSourceRanges: [10.0.0.0/8]
          externalTrafficPolicy: Local
        """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "spec: {hostNetwork: true} | spec.hostNetwork cannot be set by a template",
        "spec: {automountServiceAccountToken: true} | spec.automountServiceAccountToken cannot",
        "spec: {volumes: [{name: v}]} | spec.volumes cannot be set by a template",
        "spec: {initContainers: [{name: i}]} | spec.initContainers cannot be set by a template",
        "spec: {securityContext: {runAsUser: 0}} | spec.securityContext.runAsUser cannot",
        "spec: {containers: [{name: engine, command: [sh]}]} | spec.containers[engine].command can",
        "spec: {containers: [{name: engine, env: []}]} | spec.containers[engine].env cannot be",
        "spec: {containers: [{name: other, image: x}]} | spec.containers[other] cannot be",
        "spec: {containers: [{image: x}]} | an item of spec.containers has no name",
        "spec: {containers: none} | spec.containers must be an object or a list",
        "metadata: {name: x} | metadata.name cannot be set by a template",
        "metadata: {finalizers: [x]} | metadata.finalizers cannot be set by a template",
        "metadata: {labels: {goldenrod.dev/x: y}} | metadata.labels[goldenrod.dev/x] is reserved",
        "metadata: {labels: {app.kubernetes.io/name: x}} | is reserved for Goldenrod",
        "template: {spec: {}} | template cannot be set by a template",
        "spec: {tolerations: [{efect: NoSchedule}]} | it is not a valid Kubernetes object",
        "spec: {tolerations: text} | it is not a valid Kubernetes object",
        "[a] | it is not an object with fields",
        "a: [ | it is not valid YAML",
      })
  void what_goldenrod_needs_cannot_be_changed_and_the_refusal_names_it(String text, String said)
      throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> PodTemplate.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec: {selector: {a: b}} | spec.selector cannot be set by a template",
        "spec: {type: NodePort} | spec.type cannot be set by a template",
        "spec: {ports: [{port: 1}]} | spec.ports cannot be set by a template",
        "spec: {externalIPs: [1.2.3.4]} | spec.externalIPs cannot be set by a template",
        "metadata: {namespace: x} | metadata.namespace cannot be set by a template"
      })
  void a_service_leads_where_goldenrod_lets_it_lead(String text, String said) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> ServiceTemplate.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @Test
  void a_file_that_is_not_there_is_named_and_an_empty_one_adds_nothing() throws IOException {
    assertThatThrownBy(() -> PodTemplate.read(folder.resolve("gone.yaml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gone.yaml");
    PodTemplate empty = PodTemplate.read(file("# nothing yet\n"));
    assertThat(SparseJson.of(new Templates(empty, ServiceTemplate.none(), true).complete(pod())))
        .isEqualTo(SparseJson.of(pod()));
  }

  private static void assertSame(Object object, String text) {
    assertThat(new Yaml().<Object>load(SparseJson.of(object).toString()))
        .isEqualTo(new Yaml().<Object>load(text));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("template.yaml"), text);
  }

  private static V1Pod pod() {
    return new V1Pod()
        .metadata(
            new V1ObjectMeta()
                .name("db-1")
                .putLabelsItem("goldenrod.dev/database", "1")
                .putAnnotationsItem("own", "yes"))
        .spec(
            new V1PodSpec()
                .overhead(null)
                .putNodeSelectorItem("kubernetes.io/arch", "amd64")
                .addImagePullSecretsItem(new V1LocalObjectReference().name("first"))
                .securityContext(
                    new V1PodSecurityContext().runAsUser(999L).runAsGroup(999L).fsGroup(999L))
                .addContainersItem(new V1Container().name("engine").image("postgres:15")));
  }

  private static V1Service service() {
    return new V1Service()
        .metadata(new V1ObjectMeta().name("ep-1").putLabelsItem("goldenrod.dev/database", "1"))
        .spec(
            new V1ServiceSpec()
                .type("LoadBalancer")
                .putSelectorItem("goldenrod.dev/database", "1"));
  }
}
