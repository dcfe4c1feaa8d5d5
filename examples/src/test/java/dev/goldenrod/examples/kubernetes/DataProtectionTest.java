package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the policy that protects objects with data. Only an API server can evaluate its
 * expressions.
 */
class DataProtectionTest {
  private final JsonObject spec = spec("databases.namespace=shop");

  @Test
  void snapshots_and_their_contents_are_guarded_as_secrets_configmaps_and_claims_are() {
    assertThat(texts("resourceRules", spec.getAsJsonObject("matchConstraints")))
        .containsExactly(
            """
            {"apiGroups":[""],"apiVersions":["v1"],"operations":["UPDATE","DELETE"],\
            "resources":["secrets","configmaps","persistentvolumeclaims"]}""",
            """
            {"apiGroups":["snapshot.storage.k8s.io"],"apiVersions":["v1"],\
            "operations":["UPDATE","DELETE"],\
            "resources":["volumesnapshots","volumesnapshotcontents"]}""");
  }

  @Test
  void only_objects_of_this_installation_are_guarded() {
    assertThat(spec.toString()).contains("\"kubernetes.io/metadata.name\":\"shop\"");
    assertThat(expressions("matchConditions"))
        .singleElement()
        .asString()
        .contains("oldObject.spec.volumeSnapshotRef.namespace == 'shop'");
  }

  @Test
  void the_server_and_the_cluster_s_controllers_are_trusted_and_whom_the_values_name() {
    assertThat(expressions("variables").get(0))
        .contains("system:serviceaccount:goldenrod-system:goldenrod")
        .contains("system:serviceaccount:kube-system:")
        .doesNotContain("velero");
    JsonObject other = spec("dataProtection.users[0]=system:serviceaccount:backup:velero");
    assertThat(other.toString())
        .contains("|| request.userInfo.username == 'system:serviceaccount:backup:velero'");
  }

  @Test
  void a_deletion_and_a_change_of_labels_owners_or_values_is_refused() {
    assertThat(expressions("validations"))
        .hasSize(5)
        .allSatisfy(expression -> assertThat(expression).contains("variables.isFree"))
        .anySatisfy(expression -> assertThat(expression).contains("'DELETE'"))
        .anySatisfy(expression -> assertThat(expression).contains("metadata.labels"))
        .anySatisfy(expression -> assertThat(expression).contains("metadata.ownerReferences"))
        .anySatisfy(expression -> assertThat(expression).contains("after.data"));
  }

  @Test
  void a_change_of_whether_the_driver_s_snapshot_is_kept_and_of_whose_it_is_is_refused() {
    assertThat(expressions("validations"))
        .filteredOn(expression -> expression.contains("'volumesnapshotcontents'"))
        .singleElement()
        .asString()
        .contains("after.spec.deletionPolicy == variables.before.spec.deletionPolicy")
        .contains("variables.before.spec.volumeSnapshotRef.name &&")
        .contains("variables.before.spec.volumeSnapshotRef.namespace");
  }

  @Test
  void fields_that_only_some_of_the_kinds_have_are_read_without_a_type() {
    assertThat(expressions("validations"))
        .allSatisfy(
            expression ->
                assertThat(expression).doesNotContainPattern("[oO]bject\\.(?!metadata\\b)"));
  }

  @Test
  void each_refusal_names_the_annotation_that_lifts_it() {
    assertThat(texts("validations", spec))
        .allSatisfy(validation -> assertThat(validation).containsPattern("goldenrod.dev/may-be-"));
  }

  @Test
  void parentheses_and_quotes_of_each_expression_are_in_pairs() {
    List.of("matchConditions", "variables", "validations").stream()
        .flatMap(part -> expressions(part).stream())
        .forEach(
            expression -> {
              assertThat(count(expression, '(')).as(expression).isEqualTo(count(expression, ')'));
              assertThat(count(expression, '\'') % 2).as(expression).isZero();
            });
  }

  @Test
  void it_can_be_left_out() {
    assertThat(Chart.rendered("dataProtection.enabled=false").toString())
        .doesNotContain("ValidatingAdmissionPolicy");
  }

  private static long count(String text, char sign) {
    return text.chars().filter(one -> one == sign).count();
  }

  private List<String> expressions(String part) {
    return spec.getAsJsonArray(part).asList().stream()
        .map(one -> one.getAsJsonObject().get("expression").getAsString())
        .toList();
  }

  private static List<String> texts(String part, JsonObject of) {
    return of.getAsJsonArray(part).asList().stream().map(JsonElement::toString).toList();
  }

  private static JsonObject spec(String... settings) {
    return Chart.only("ValidatingAdmissionPolicy", Chart.rendered(settings))
        .getAsJsonObject("spec");
  }
}
