package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** A parsed request to the API. */
final class ApiRequest {
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  private final Request request;
  private final Fields query;
  private final ApiCall call;

  private ApiRequest(Request request, Fields query, ApiCall call) {
    this.request = request;
    this.query = query;
    this.call = call;
  }

  /** Parses the request; empty if its path is not one of a resource. */
  static Optional<ApiRequest> of(Request request) {
    List<String> path =
        new ArrayList<>(
            Arrays.asList(request.getHttpURI().getDecodedPath().substring(1).split("/")));
    boolean core = path.get(0).equals("api");
    if ((!core && !path.get(0).equals("apis")) || path.size() < (core ? 3 : 4)) {
      return Optional.empty();
    }
    String group = core ? "" : path.get(1);
    String version = path.get(core ? 1 : 2);
    path.subList(0, core ? 2 : 3).clear();
    String namespace = "";
    if (path.get(0).equals("namespaces") && path.size() > 2 && !path.get(2).equals("status")) {
      namespace = path.get(1);
      path.subList(0, 2).clear();
    }
    Fields query = Request.extractQueryParameters(request);
    String in = namespace;
    return ResourceType.served(group, version, path.get(0))
        .map(type -> new ApiRequest(request, query, call(request, query, type, in, path)));
  }

  private static ApiCall call(
      Request request, Fields query, ResourceType type, String namespace, List<String> path) {
    String name = path.size() > 1 ? path.get(1) : "";
    String subresource = path.size() > 2 ? path.get(2) : "";
    boolean watch = "true".equals(query.getValue("watch")) || "1".equals(query.getValue("watch"));
    return new ApiCall(
        verb(request.getMethod(), name.isEmpty(), watch), type, subresource, namespace, name);
  }

  private static String verb(String method, boolean collection, boolean watch) {
    return switch (method) {
      case "GET" -> collection ? watch ? "watch" : "list" : "get";
      case "POST" -> "create";
      case "PUT" -> "update";
      case "PATCH" -> "patch";
      case "DELETE" -> collection ? "deletecollection" : "delete";
      default ->
          throw ApiError.of(405, "MethodNotAllowed", "the server does not allow this method");
    };
  }

  ApiCall call() {
    return call;
  }

  ResourceType type() {
    return call.type();
  }

  Request http() {
    return request;
  }

  String parameter(String name) {
    String value = query.getValue(name);
    return value == null ? "" : value;
  }

  List<String> parameters(String name) {
    return query.getValuesOrEmpty(name);
  }

  boolean isSet(String name) {
    return parameter(name).equals("true") || parameter(name).equals("1");
  }

  Selector selector() {
    return Selector.parse(parameter("labelSelector"), parameter("fieldSelector"));
  }

  String contentType() {
    String header = request.getHeaders().get("Content-Type");
    return header == null ? "" : header.split(";")[0].trim();
  }

  JsonElement body() {
    try {
      String text = Content.Source.asString(request);
      Object read = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
      return read == null ? new JsonObject() : GSON.toJsonTree(read);
    } catch (IOException | RuntimeException e) {
      throw ApiError.badRequest("the object provided is unrecognized: " + e.getMessage());
    }
  }

  JsonObject object() {
    JsonElement body = body();
    if (!body.isJsonObject()) {
      throw ApiError.badRequest("the object provided is unrecognized");
    }
    return body.getAsJsonObject();
  }
}
