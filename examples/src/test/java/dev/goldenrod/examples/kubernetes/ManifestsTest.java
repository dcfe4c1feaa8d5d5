package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.RbacV1Subject;
import io.kubernetes.client.openapi.models.V1ClusterRole;
import io.kubernetes.client.openapi.models.V1ClusterRoleBinding;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PolicyRule;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.openapi.models.V1RoleBinding;
import io.kubernetes.client.openapi.models.V1RoleRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestsTest {
  private static final Set<String> IN_NO_NAMESPACE =
      Set.of(
          "Namespace",
          "ClusterRole",
          "ClusterRoleBinding",
          "ValidatingAdmissionPolicy",
          "ValidatingAdmissionPolicyBinding");

  static List<Manifest> manifests() {
    return Manifest.all();
  }

  static List<Manifest> withPods() {
    return Manifest.all().stream().filter(manifest -> manifest.pods().isPresent()).toList();
  }

  @Test
  void kubernetes_understands_every_field_and_no_other() {
    Manifest manifest = withPods().get(0);
    JsonObject misspelt = manifest.text().deepCopy();
    misspelt.getAsJsonObject("spec").getAsJsonObject("template").addProperty("specc", "oh");

    assertThat(Manifest.all()).hasSizeGreaterThan(10);
    assertThatThrownBy(() -> Manifest.of(manifest.file(), misspelt))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("specc");
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void every_object_says_what_it_belongs_to(Manifest manifest) {
    assertThat(manifest.object().getMetadata().getLabels())
        .containsEntry("app.kubernetes.io/part-of", "goldenrod");
    if (IN_NO_NAMESPACE.contains(manifest.object().getKind())) {
      assertThat(manifest.object().getMetadata().getNamespace()).isNull();
    } else {
      assertThat(manifest.object().getMetadata().getNamespace())
          .isIn("goldenrod-system", "goldenrod", "previews");
    }
  }

  @Test
  void both_namespaces_enforce_the_restricted_pod_security_standard() {
    assertThat(of(V1Namespace.class))
        .hasSize(2)
        .allSatisfy(
            namespace ->
                assertThat(namespace.getMetadata().getLabels())
                    .containsEntry("pod-security.kubernetes.io/enforce", "restricted"));
  }

  @ParameterizedTest
  @MethodSource("withPods")
  void pods_pass_the_restricted_pod_security_standard(Manifest manifest) {
    assertThat(RestrictedPods.violations(manifest.pods().orElseThrow())).isEmpty();
  }

  @Test
  void a_pod_that_asks_for_nothing_breaks_the_standard() {
    V1PodSpec pod = new V1PodSpec().addContainersItem(new V1Container().name("bare"));

    assertThat(RestrictedPods.violations(pod))
        .contains("runAsNonRoot", "seccompProfile", "no securityContext of container bare");
  }

  @ParameterizedTest
  @MethodSource("withPods")
  void containers_write_to_volumes_alone_and_have_limits(Manifest manifest) {
    assertThat(manifest.pods().orElseThrow().getContainers())
        .allSatisfy(
            container -> {
              assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
              assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
              assertThat(container.getResources().getLimits()).containsKey("memory");
              assertThat(container.getReadinessProbe()).isNotNull();
            });
  }

  @Test
  void no_role_grants_more_than_it_names() {
    assertThat(rules())
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(rule.getVerbs()).isNotEmpty().doesNotContain("*", "escalate", "bind");
              assertThat(rule.getResources()).isNotEmpty().noneMatch(name -> name.contains("*"));
              assertThat(rule.getApiGroups()).doesNotContain("*");
            });
  }

  @Test
  void secrets_are_granted_in_namespaces_alone() {
    assertThat(of(V1Role.class))
        .extracting(role -> role.getMetadata().getNamespace())
        .containsExactly("goldenrod", "previews");
    assertThat(of(V1ClusterRole.class))
        .flatExtracting(V1ClusterRole::getRules)
        .flatExtracting(V1PolicyRule::getResources)
        .doesNotContain("secrets");
  }

  @Test
  void roles_are_given_to_the_server_alone() {
    List<V1RoleBinding> inNamespaces = of(V1RoleBinding.class);
    List<V1ClusterRoleBinding> everywhere = of(V1ClusterRoleBinding.class);

    assertThat(
            Stream.concat(
                inNamespaces.stream().map(V1RoleBinding::getRoleRef),
                everywhere.stream().map(V1ClusterRoleBinding::getRoleRef)))
        .extracting(V1RoleRef::getName)
        .containsOnly("goldenrod", "goldenrod-declared", "goldenrod-credentials");
    assertThat(
            Stream.concat(
                    inNamespaces.stream().map(V1RoleBinding::getSubjects),
                    everywhere.stream().map(V1ClusterRoleBinding::getSubjects))
                .flatMap(List::stream))
        .containsOnly(
            new RbacV1Subject()
                .kind("ServiceAccount")
                .name("goldenrod")
                .namespace("goldenrod-system"));
  }

  @Test
  void no_manifest_holds_a_secret() {
    assertThat(Manifest.all())
        .extracting(manifest -> manifest.object().getKind())
        .doesNotContain("Secret");
    assertThat(withPods())
        .flatExtracting(manifest -> manifest.pods().orElseThrow().getContainers())
        .flatExtracting(container -> container.getEnv())
        .filteredOn(variable -> variable.getName().matches(".*(PASSWORD|TOKEN)"))
        .isNotEmpty()
        .allSatisfy(variable -> assertThat(variable.getValue()).isNull());
  }

  @Test
  void each_kustomization_takes_all_that_lies_beside_it() {
    List<Path> kustomizations =
        Manifest.files().filter(file -> file.endsWith(Manifest.KUSTOMIZATION)).toList();

    assertThat(kustomizations)
        .hasSize(4)
        .allSatisfy(
            file ->
                assertThat(resources(file))
                    .containsAll(
                        Manifest.files()
                            .filter(other -> other.getParent().equals(file.getParent()))
                            .filter(other -> !other.equals(file))
                            .map(other -> other.getFileName().toString())
                            .toList()));
  }

  private static List<String> resources(Path kustomization) {
    return Manifest.documents(kustomization)
        .flatMap(document -> document.getAsJsonArray("resources").asList().stream())
        .map(name -> JSON.getGson().fromJson(name, String.class))
        .toList();
  }

  private static List<V1PolicyRule> rules() {
    return Stream.concat(
            of(V1Role.class).stream().map(V1Role::getRules),
            of(V1ClusterRole.class).stream().map(V1ClusterRole::getRules))
        .flatMap(List::stream)
        .toList();
  }

  private static <T> List<T> of(Class<T> type) {
    return Manifest.all().stream()
        .map(Manifest::object)
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }
}
