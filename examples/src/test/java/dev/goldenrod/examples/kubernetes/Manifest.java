package dev.goldenrod.examples.kubernetes;

import com.google.gson.JsonObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.util.ModelMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * An object in a manifest file of the example.
 *
 * @param text the object as written
 * @param object the object as Kubernetes parses it
 */
record Manifest(Path file, JsonObject text, KubernetesObject object) {
  static final Path FOLDER = Path.of("kubernetes");
  static final String KUSTOMIZATION = "kustomization.yaml";

  static List<Manifest> all() {
    return all(FOLDER);
  }

  static List<Manifest> all(Path folder) {
    return files(folder)
        .filter(file -> !file.endsWith(KUSTOMIZATION))
        .flatMap(file -> documents(file).map(document -> of(file, document)))
        .toList();
  }

  static Stream<Path> files() {
    return files(FOLDER);
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<JsonObject> documents(Path file) {
    try {
      return documents(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses YAML documents; duplicate keys are rejected. */
  static Stream<JsonObject> documents(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    Iterable<Object> found = new Yaml(new SafeConstructor(options)).loadAll(text);
    return StreamSupport.stream(found.spliterator(), false)
        .filter(Objects::nonNull)
        .map(document -> JSON.getGson().toJsonTree(document, Map.class).getAsJsonObject());
  }

  /**
   * @throws IllegalArgumentException if it has a field that Kubernetes does not know
   */
  static Manifest of(Path file, JsonObject text) {
    Class<?> type =
        ModelMapper.getApiTypeClass(
            text.get("apiVersion").getAsString(), text.get("kind").getAsString());
    Objects.requireNonNull(type, () -> file + " has an object of an unknown kind: " + text);
    return new Manifest(file, text, (KubernetesObject) JSON.getGson().fromJson(text, type));
  }

  Optional<V1PodSpec> pods() {
    if (object instanceof V1Deployment deployment) {
      return Optional.of(deployment.getSpec().getTemplate().getSpec());
    }
    return object instanceof V1StatefulSet set
        ? Optional.of(set.getSpec().getTemplate().getSpec())
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "%s: %s %s".formatted(file, object.getKind(), object.getMetadata().getName());
  }
}
