package dev.goldenrod.dataplane.k8s.template;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The fields that a template, a partial object in a YAML file, may have. Goldenrod sets all others
 * itself.
 *
 * @param paths as in {@code spec.tolerations} and {@code spec.containers[engine].image}; they
 *     include everything below
 */
record AllowedFields(Set<String> paths) {
  /** Prefixes of labels and annotations by which Goldenrod finds its objects. */
  private static final List<String> OWN_NAMES =
      List.of("goldenrod.dev/", "app.kubernetes.io/managed-by", "app.kubernetes.io/name");

  static AllowedFields of(String... paths) {
    return new AllowedFields(new TreeSet<>(List.of(paths)));
  }

  /**
   * Reads a partial object from a YAML file.
   *
   * @throws IllegalArgumentException if it cannot be read, is not YAML of one object, or has a
   *     field that is not allowed; the message names the first one
   */
  JsonObject read(Path file) {
    JsonObject template = parse(file);
    requireBelow("", template);
    return template;
  }

  private static JsonObject parse(Path file) {
    Object found;
    try {
      LoaderOptions options = new LoaderOptions();
      options.setAllowDuplicateKeys(false);
      found = new Yaml(new SafeConstructor(options)).load(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read: " + e.getMessage(), e);
    } catch (YAMLException e) {
      throw new IllegalArgumentException("it is not valid YAML: " + e.getMessage(), e);
    }
    if (found == null) {
      return new JsonObject();
    }
    if (!(found instanceof Map)) {
      throw new IllegalArgumentException(
          "it is not an object with fields such as metadata and spec");
    }
    return JSON.getGson().toJsonTree(found, Map.class).getAsJsonObject();
  }

  /**
   * @throws IllegalArgumentException if a field is unknown or of another type
   */
  static <T> T model(JsonElement text, Class<T> type) {
    try {
      return JSON.getGson().fromJson(text, type);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "it is not a valid Kubernetes object: " + e.getMessage(), e);
    }
  }

  private void requireBelow(String path, JsonElement value) {
    if (paths.contains(path)) {
      requireForeign(path, value);
    } else if (paths.stream().noneMatch(allowed -> isAbove(path, allowed))) {
      throw new IllegalArgumentException(
          "%s cannot be set by a template, because Goldenrod needs its own value. A template may set %s"
              .formatted(path, String.join(", ", paths)));
    } else if (value.isJsonObject()) {
      value
          .getAsJsonObject()
          .entrySet()
          .forEach(field -> requireBelow(below(path, field.getKey()), field.getValue()));
    } else if (value.isJsonArray()) {
      value.getAsJsonArray().forEach(item -> requireBelow(path + named(path, item), item));
    } else {
      throw new IllegalArgumentException(path + " must be an object or a list, not " + value);
    }
  }

  private static void requireForeign(String path, JsonElement value) {
    if (!path.startsWith("metadata.") || !value.isJsonObject()) {
      return;
    }
    for (String name : value.getAsJsonObject().keySet()) {
      if (OWN_NAMES.stream().anyMatch(name::startsWith)) {
        throw new IllegalArgumentException(
            "%s[%s] is reserved for Goldenrod; choose another name".formatted(path, name));
      }
    }
  }

  private static boolean isAbove(String path, String allowed) {
    return path.isEmpty() || Stream.of(".", "[").anyMatch(next -> allowed.startsWith(path + next));
  }

  private static String below(String path, String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private static String named(String path, JsonElement item) {
    JsonElement name = item.isJsonObject() ? item.getAsJsonObject().get("name") : null;
    if (name == null || !name.isJsonPrimitive()) {
      throw new IllegalArgumentException("an item of " + path + " has no name");
    }
    return "[" + name.getAsString() + "]";
  }
}
