package dev.goldenrod.dataplane.k8s.simulated.schema;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Validates Goldenrod's custom resources against the definitions in the chart. */
final class DefinedFields {
  private static final Path DEFINITIONS = Path.of("..", "charts", "goldenrod", "crds");
  private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
  private static final Map<ResourceType, JsonObject> SCHEMAS = new ConcurrentHashMap<>();

  private DefinedFields() {}

  static boolean areOf(ResourceType type) {
    return type.group().equals("goldenrod.dev");
  }

  /** Adds a problem for each field that is unknown, missing, or has an invalid type or value. */
  static void walk(ResourceType type, JsonObject object, List<String> problems) {
    JsonObject schema = SCHEMAS.computeIfAbsent(type, DefinedFields::read);
    for (String part : Set.of("spec", "status")) {
      Tree.find(object, part)
          .ifPresent(value -> walk(Tree.object(schema, "properties", part), part, value, problems));
    }
  }

  private static JsonObject read(ResourceType type) {
    try {
      String text = Files.readString(DEFINITIONS.resolve(type.qualified() + ".yaml"));
      Object definition = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
      JsonObject version =
          Tree.objects(new Gson().toJsonTree(definition).getAsJsonObject(), "spec", "versions")
              .get(0);
      return Tree.object(version, "schema", "openAPIV3Schema");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void walk(
      JsonObject schema, String path, JsonElement value, List<String> problems) {
    String type = type(schema);
    if (!isOfType(type, value)) {
      problems.add("%s: %s is not of type %s".formatted(path, value, type));
    } else if (value.isJsonObject()) {
      walkFields(schema, path, value.getAsJsonObject(), problems);
    } else if (value.isJsonArray()) {
      JsonObject items = Tree.object(schema, "items");
      value.getAsJsonArray().forEach(item -> walk(items, path + "[]", item, problems));
    } else {
      checkValue(schema, path, value.getAsString(), problems);
    }
  }

  private static String type(JsonObject schema) {
    return schema.has(INT_OR_STRING) ? INT_OR_STRING : Tree.text(schema, "type");
  }

  private static boolean isOfType(String type, JsonElement value) {
    return switch (type) {
      case "object" -> value.isJsonObject();
      case "array" -> value.isJsonArray();
      case INT_OR_STRING -> value.isJsonPrimitive() && !value.getAsJsonPrimitive().isBoolean();
      case "string" -> value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
      case "boolean" -> value.isJsonPrimitive() && value.getAsJsonPrimitive().isBoolean();
      default -> value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
    };
  }

  private static void walkFields(
      JsonObject schema, String path, JsonObject value, List<String> problems) {
    JsonObject known = Tree.object(schema, "properties");
    Tree.texts(schema, "required").stream()
        .filter(field -> !value.has(field))
        .forEach(field -> problems.add("%s.%s: Required value".formatted(path, field)));
    value
        .asMap()
        .forEach(
            (field, child) -> {
              if (known.has(field)) {
                walk(known.getAsJsonObject(field), path + "." + field, child, problems);
              } else {
                problems.add("unknown field \"%s.%s\"".formatted(path, field));
              }
            });
  }

  private static void checkValue(
      JsonObject schema, String path, String value, List<String> problems) {
    List<String> allowed = Tree.texts(schema, "enum");
    if (!allowed.isEmpty() && !allowed.contains(value)) {
      problems.add("%s: Unsupported value: \"%s\"".formatted(path, value));
    }
    String pattern = Tree.text(schema, "pattern");
    if (!pattern.isEmpty() && !value.matches(pattern)) {
      problems.add("%s: Invalid value: \"%s\"".formatted(path, value));
    }
  }
}
