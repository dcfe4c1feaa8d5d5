package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObjectsTest extends SimulatorFixture {
  @Test
  void applying_creates_merges_and_removes_what_the_manager_no_longer_applies() {
    client.apply(ResourceType.CONFIG_MAP, "applied", "one", data("a", "1"));
    client.apply(ResourceType.CONFIG_MAP, "applied", "two", data("b", "2"));
    JsonObject both = client.apply(ResourceType.CONFIG_MAP, "applied", "one", data("c", "3"));

    assertThat(Tree.map(both, "data")).containsOnlyKeys("b", "c");
  }

  @Test
  void applying_the_same_again_writes_nothing() {
    JsonObject first = client.apply(ResourceType.CONFIG_MAP, "same", "one", data("a", "1"));
    JsonObject second = client.apply(ResourceType.CONFIG_MAP, "same", "one", data("a", "1"));

    assertThat(second).isEqualTo(first);
  }

  @Test
  void a_field_of_another_manager_is_a_conflict_unless_it_is_forced() {
    client.apply(ResourceType.CONFIG_MAP, "owned", "one", data("a", "1"));
    var refused = client.tryApply(ResourceType.CONFIG_MAP, "owned", "two", false, data("a", "2"));

    assertThat(refused.getHttpStatusCode()).isEqualTo(409);
    assertThat(refused.getStatus().getMessage()).contains("conflict with \"one\"");
    JsonObject forced = client.apply(ResourceType.CONFIG_MAP, "owned", "two", data("a", "2"));
    assertThat(Tree.text(forced, "data", "a")).isEqualTo("2");
  }

  @Test
  void elements_of_keyed_lists_keep_what_was_filled_in() {
    JsonObject first = client.apply(ResourceType.SERVICE, "keyed", "one", service("db"));
    JsonObject second = client.apply(ResourceType.SERVICE, "keyed", "one", service("renamed"));

    assertThat(nodePort(first)).isPositive().isEqualTo(nodePort(second));
    assertThat(Tree.text(Tree.objects(second, "spec", "ports").get(0), "name"))
        .isEqualTo("renamed");
  }

  private static long nodePort(JsonObject service) {
    return Tree.number(Tree.objects(service, "spec", "ports").get(0), 0, "nodePort");
  }

  private static String service(String portName) {
    return """
        {"spec": {"type": "NodePort", "ports": [{"port": 5432, "name": "%s"}]}}
        """
        .formatted(portName);
  }

  @Test
  void an_update_of_an_old_version_is_a_conflict() {
    JsonObject old = client.create(ResourceType.CONFIG_MAP, named("stale"));
    client.merge(ResourceType.CONFIG_MAP, "stale", data("a", "1"));

    var refused = client.tryUpdate(old);

    assertThat(refused.getHttpStatusCode()).isEqualTo(409);
    assertThat(refused.getStatus().getMessage())
        .startsWith("Operation cannot be fulfilled on configmaps \"stale\": the object has been");
  }

  @Test
  void patches_of_the_three_kinds_change_an_object() {
    client.create(ResourceType.CONFIG_MAP, named("patched"));
    client.merge(ResourceType.CONFIG_MAP, "patched", data("a", "1"));
    String operations = "[{\"op\": \"add\", \"path\": \"/data/b\", \"value\": \"2\"}]";
    client.tryPatch(
        ResourceType.CONFIG_MAP, "patched", V1Patch.PATCH_FORMAT_JSON_PATCH, operations);
    JsonObject left = client.merge(ResourceType.CONFIG_MAP, "patched", "{\"data\": {\"a\": null}}");

    assertThat(Tree.map(left, "data")).containsExactly(Map.entry("b", "2"));
  }

  @Test
  void unknown_fields_are_refused_wherever_they_stand() {
    var refused =
        client.tryCreate(
            ResourceType.POD,
            """
            {"metadata": {"name": "typo"}, "spec": {"containers": [{"name": "a", "imagge": "b"}]}}
            """);

    assertThat(refused.getHttpStatusCode()).isEqualTo(400);
    assertThat(refused.getStatus().getMessage())
        .contains("strict decoding error: unknown field \"spec.containers");
  }

  @Test
  void what_is_there_what_is_not_and_what_is_wrong_is_said_as_the_real_one_says_it() {
    client.create(ResourceType.SECRET, named("twice"));

    assertThat(client.tryCreate(ResourceType.SECRET, named("twice")).getStatus().getMessage())
        .isEqualTo("secrets \"twice\" already exists");
    assertThat(client.tryCreate(ResourceType.SECRET, named("Twice")).getHttpStatusCode())
        .isEqualTo(422);
    assertThat(client.find(ResourceType.SECRET, "never")).isEmpty();
  }

  @Test
  void lists_are_selected_by_labels_and_come_in_pages() throws Exception {
    CoreV1Api core = new CoreV1Api(cluster.client());
    for (int i = 0; i < 5; i++) {
      String labels = "\"labels\": {\"page\": \"%s\", \"kind\": \"listed\"}".formatted(i);
      client.create(
          ResourceType.CONFIG_MAP,
          "{\"metadata\": {\"name\": \"list-%d\", %s}}".formatted(i, labels));
    }

    V1ConfigMapList first =
        core.listNamespacedConfigMap("default").labelSelector("kind=listed").limit(3).execute();
    V1ConfigMapList chosen =
        core.listNamespacedConfigMap("default").labelSelector("page in (1,2)").execute();

    assertThat(names(first)).containsExactly("list-0", "list-1", "list-2");
    assertThat(first.getMetadata().getContinue()).isNotEmpty();
    assertThat(names(chosen)).containsExactly("list-1", "list-2");
  }

  private static List<String> names(V1ConfigMapList list) {
    return list.getItems().stream()
        .map(V1ConfigMap::getMetadata)
        .map(one -> one.getName())
        .toList();
  }

  @Test
  void what_cannot_change_does_not() {
    client.create(ResourceType.STATEFUL_SET, statefulSet("fixed", "first"));

    var refused =
        client.tryPatch(
            ResourceType.STATEFUL_SET,
            "fixed",
            V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
            "{\"spec\": {\"serviceName\": \"second\"}}");

    assertThat(refused.getHttpStatusCode()).isEqualTo(422);
    assertThat(refused.getStatus().getMessage()).contains("updates to statefulset spec");
  }

  private static String statefulSet(String name, String service) {
    return """
        {
          "metadata": {"name": "%s"},
          "spec": {
            "replicas": 0,
            "serviceName": "%s",
            "selector": {"matchLabels": {"app": "a"}},
            "template": {
              "metadata": {"labels": {"app": "a"}},
              "spec": {"containers": [{"name": "a", "image": "b"}]}
            }
          }
        }
        """
        .formatted(name, service);
  }

  private static String named(String name) {
    return "{\"metadata\": {\"name\": \"%s\"}}".formatted(name);
  }

  private static String data(String key, String value) {
    return "{\"data\": {\"%s\": \"%s\"}}".formatted(key, value);
  }
}
