package dev.goldenrod.dataplane.k8s.template;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads partial objects from YAML files. */
final class TemplateFile {
  private TemplateFile() {}

  /**
   * @throws IllegalArgumentException if it cannot be read, or is not YAML of one object
   */
  static JsonObject read(Path file) {
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
}
