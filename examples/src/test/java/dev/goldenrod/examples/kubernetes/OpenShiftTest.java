package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Applies the kustomization for OpenShift to the base. */
class OpenShiftTest {
  private static final Path OVERLAY =
      Manifest.FOLDER.resolve("openshift").resolve(Manifest.KUSTOMIZATION);

  @Test
  void the_server_runs_as_the_user_that_its_namespace_assigns() {
    V1PodSpec pod = patched("Deployment").pods().orElseThrow();

    assertThat(pod.getSecurityContext().getRunAsUser()).isNull();
    assertThat(pod.getSecurityContext().getRunAsGroup()).isNull();
    assertThat(pod.getSecurityContext().getFsGroup()).isNull();
    assertThat(RestrictedPods.violations(pod)).isEmpty();
  }

  @Test
  void databases_do_so_too() {
    V1ConfigMap options = (V1ConfigMap) patched("ConfigMap").object();

    assertThat(options.getData())
        .containsEntry("GOLDENROD_KUBE_USER", "namespace")
        .containsEntry("GOLDENROD_DATA_PLANE", "kubernetes");
  }

  private static Manifest patched(String kind) {
    JsonObject patch = patches().stream().filter(one -> isOf(one, kind)).findAny().orElseThrow();
    Manifest base =
        Manifest.all().stream()
            .filter(manifest -> isOf(manifest.text(), kind))
            .filter(manifest -> metadata(manifest.text()).has("namespace"))
            .filter(manifest -> name(manifest.text()).equals(name(patch)))
            .findAny()
            .orElseThrow();
    JsonObject object = base.text().deepCopy();
    merge(object, patch);
    return Manifest.of(OVERLAY, object);
  }

  private static List<JsonObject> patches() {
    return Manifest.documents(OVERLAY)
        .flatMap(document -> document.getAsJsonArray("patches").asList().stream())
        .map(patch -> patch.getAsJsonObject().get("patch").getAsString())
        .map(OpenShiftTest::withNulls)
        .toList();
  }

  private static JsonObject withNulls(String text) {
    Object patch = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    return new GsonBuilder().serializeNulls().create().toJsonTree(patch).getAsJsonObject();
  }

  /** Merges a patch without lists as kustomize does. */
  private static void merge(JsonObject object, JsonObject patch) {
    patch
        .entrySet()
        .forEach(
            field -> {
              JsonElement value = field.getValue();
              if (value.isJsonNull()) {
                assertThat(object.has(field.getKey())).as(field.getKey()).isTrue();
                object.remove(field.getKey());
              } else if (value.isJsonObject()) {
                merge(object.getAsJsonObject(field.getKey()), value.getAsJsonObject());
              } else {
                object.add(field.getKey(), value);
              }
            });
  }

  private static boolean isOf(JsonObject object, String kind) {
    return object.get("kind").getAsString().equals(kind);
  }

  private static String name(JsonObject object) {
    return metadata(object).get("namespace") + "/" + metadata(object).get("name");
  }

  private static JsonObject metadata(JsonObject object) {
    return object.getAsJsonObject("metadata");
  }
}
