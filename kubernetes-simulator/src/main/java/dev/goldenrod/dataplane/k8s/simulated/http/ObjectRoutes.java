package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.patch.JsonPatch;
import dev.goldenrod.dataplane.k8s.simulated.patch.ServerSideApply;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Performs requests on objects and returns the JSON of the response. */
record ObjectRoutes(ObjectApi api) {
  private static final Set<ResourceType> RETURN_DELETED =
      Set.of(
          ResourceType.POD,
          ResourceType.SERVICE,
          ResourceType.CLAIM,
          ResourceType.VOLUME,
          ResourceType.QUOTA,
          ResourceType.STORAGE_CLASS,
          ResourceType.CSI_DRIVER,
          ResourceType.SERVICE_ACCOUNT);

  JsonObject perform(ApiRequest request) {
    if (!request.parameter("dryRun").isEmpty()) {
      return dryRun(request);
    }
    if (request.call().subresource().equals("scale")) {
      return new ScaleRoute(api).perform(request);
    }
    if (!Set.of("", "status", "finalize").contains(request.call().subresource())) {
      throw ApiError.of(404, "NotFound", "the server could not find the requested resource");
    }
    return switch (request.call().verb()) {
      case "get" -> api.get(request.type(), request.call().namespace(), request.call().name());
      case "list" -> list(request);
      case "create" -> api.create(request.type(), request.call().namespace(), request.object());
      case "update" -> update(request);
      case "patch" -> patch(request);
      case "delete" -> delete(request);
      default -> deleteCollection(request);
    };
  }

  private JsonObject dryRun(ApiRequest request) {
    if (!request.call().verb().equals("create") || !request.parameter("dryRun").equals("All")) {
      throw ApiError.badRequest("dry runs are simulated only for creations");
    }
    return api.tryCreate(request.type(), request.call().namespace(), request.object());
  }

  private JsonObject list(ApiRequest request) {
    synchronized (api.store()) {
      requireKnownRevision(request.parameter("resourceVersion"));
      List<JsonObject> found =
          api.list(request.type(), request.call().namespace(), request.selector());
      JsonObject metadata = Tree.of("resourceVersion", "" + api.store().revision());
      JsonArray items = new JsonArray();
      page(request, found, metadata).forEach(items::add);
      return Tree.of(
          "kind",
          request.type().kind() + "List",
          "apiVersion",
          request.type().apiVersion(),
          "metadata",
          metadata,
          "items",
          items);
    }
  }

  /** Rejects lists newer than the latest revision; the real API server waits before it does. */
  private void requireKnownRevision(String resourceVersion) {
    long revision = api.store().revision();
    if (!resourceVersion.isEmpty() && Long.parseLong(resourceVersion) > revision) {
      throw ApiError.tooLarge(Long.parseLong(resourceVersion), revision);
    }
  }

  private static List<JsonObject> page(
      ApiRequest request, List<JsonObject> found, JsonObject metadata) {
    String limit = request.parameter("limit");
    String from = request.parameter("continue");
    int start = from.isEmpty() ? 0 : Math.min(Integer.parseInt(from), found.size());
    int end = found.size();
    if (!limit.isEmpty() && Integer.parseInt(limit) > 0) {
      end = Math.min(end, start + Integer.parseInt(limit));
    }
    if (end < found.size()) {
      metadata.addProperty("continue", "" + end);
      metadata.addProperty("remainingItemCount", found.size() - end);
    }
    return found.subList(start, end);
  }

  private JsonObject update(ApiRequest request) {
    JsonObject body = request.object();
    if (!Tree.name(body).equals(request.call().name())) {
      throw ApiError.badRequest(
          "the name of the object (%s) does not match the name on the URL (%s)"
              .formatted(Tree.name(body), request.call().name()));
    }
    return write(request, before -> body);
  }

  private JsonObject write(ApiRequest request, UnaryOperator<JsonObject> change) {
    WriteScope scope =
        request.call().subresource().equals("status") ? WriteScope.STATUS : WriteScope.OBJECT;
    return api.update(
        request.type(), request.call().namespace(), request.call().name(), scope, change);
  }

  private JsonObject patch(ApiRequest request) {
    return switch (request.contentType()) {
      case "application/apply-patch+yaml", "application/apply-patch+cbor" -> apply(request);
      case "application/json-patch+json" -> {
        JsonArray operations = request.body().getAsJsonArray();
        yield write(request, before -> JsonPatch.apply(before, operations));
      }
      case "application/merge-patch+json", "application/strategic-merge-patch+json" -> {
        JsonObject patch = request.object();
        yield write(request, before -> JsonPatch.merge(before, patch));
      }
      default ->
          throw ApiError.of(
              415,
              "UnsupportedMediaType",
              "the body of the request was in an unknown format - accepted media types include:"
                  + " application/json-patch+json, application/merge-patch+json,"
                  + " application/apply-patch+yaml");
    };
  }

  private JsonObject apply(ApiRequest request) {
    String manager = request.parameter("fieldManager");
    if (manager.isEmpty()) {
      throw ApiError.badRequest(
          "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for"
              + " apply patch");
    }
    JsonObject configuration = request.object();
    requireKind(request, configuration);
    ServerSideApply apply = new ServerSideApply(request.type(), manager, request.isSet("force"));
    ApiCall call = request.call();
    synchronized (api.store()) {
      if (api.find(call.type(), call.namespace(), call.name()).isPresent()) {
        return write(request, before -> apply.apply(before, configuration));
      }
      if (!call.subresource().isEmpty()) {
        throw ApiError.notFound(call.type(), call.name());
      }
      Tree.ensure(configuration, "metadata").addProperty("name", call.name());
      return api.create(
          call.type(), call.namespace(), apply.apply(new JsonObject(), configuration));
    }
  }

  private static void requireKind(ApiRequest request, JsonObject body) {
    if (!Tree.text(body, "kind").equals(request.type().kind())
        || !Tree.text(body, "apiVersion").equals(request.type().apiVersion())) {
      throw ApiError.badRequest(
          "invalid object type: %s, Kind=%s"
              .formatted(Tree.text(body, "apiVersion"), Tree.text(body, "kind")));
    }
  }

  private JsonObject delete(ApiRequest request) {
    ApiCall call = request.call();
    JsonObject before = api.get(call.type(), call.namespace(), call.name());
    boolean gone = api.delete(call.type(), call.namespace(), call.name(), options(request));
    if (!gone) {
      return api.find(call.type(), call.namespace(), call.name()).orElse(before);
    }
    return RETURN_DELETED.contains(call.type())
        ? before
        : Tree.of(
            "kind", "Status",
            "apiVersion", "v1",
            "metadata", new JsonObject(),
            "status", "Success",
            "details",
                Tree.of(
                    "name", call.name(), "kind", call.type().plural(), "uid", Tree.uid(before)));
  }

  private JsonObject deleteCollection(ApiRequest request) {
    JsonObject deleted = list(request);
    DeleteOptions options = options(request);
    Tree.objects(deleted, "items")
        .forEach(one -> api.delete(request.type(), Tree.namespace(one), Tree.name(one), options));
    return deleted;
  }

  private static DeleteOptions options(ApiRequest request) {
    return DeleteOptions.of(request.object())
        .orQuery(request.parameter("propagationPolicy"), request.parameter("gracePeriodSeconds"));
  }
}
