package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import java.util.Locale;

/** The API discovery documents: versions, groups and resources. */
final class Discovery {
  private Discovery() {}

  static JsonObject answer(String path) {
    if (path.equals("/version")) {
      return Tree.of(
          "major", "1", "minor", "34", "gitVersion", "v1.34.0", "platform", "linux/amd64");
    }
    if (path.equals("/api")) {
      return Tree.of("kind", "APIVersions", "versions", Tree.array(List.of("v1")));
    }
    if (path.equals("/apis")) {
      return groups();
    }
    String version = path.replaceFirst("^/apis?/", "");
    JsonArray resources = new JsonArray();
    ResourceType.all().stream()
        .filter(type -> type.apiVersion().equals(version))
        .forEach(type -> resources.add(resource(type)));
    if (resources.isEmpty()) {
      throw ApiError.of(404, "NotFound", "the server could not find the requested resource");
    }
    return Tree.of("kind", "APIResourceList", "groupVersion", version, "resources", resources);
  }

  private static JsonObject groups() {
    JsonArray groups = new JsonArray();
    ResourceType.all().stream()
        .filter(type -> !type.group().isEmpty())
        .map(type -> Tree.of("groupVersion", type.apiVersion(), "version", type.version()))
        .distinct()
        .forEach(
            version -> {
              JsonArray versions = new JsonArray();
              versions.add(version);
              String name = Tree.text(version, "groupVersion").split("/")[0];
              groups.add(Tree.of("name", name, "versions", versions, "preferredVersion", version));
            });
    return Tree.of("kind", "APIGroupList", "apiVersion", "v1", "groups", groups);
  }

  private static JsonObject resource(ResourceType type) {
    List<String> verbs =
        List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    return Tree.of(
        "name", type.plural(),
        "singularName", type.kind().toLowerCase(Locale.ROOT),
        "namespaced", type.namespaced(),
        "kind", type.kind(),
        "verbs", Tree.array(verbs));
  }
}
