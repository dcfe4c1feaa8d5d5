package dev.goldenrod.dataplane.k8s.simulated.object;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import org.jspecify.annotations.Nullable;

/** An error response of the API server, with the codes, reasons and messages of Kubernetes. */
public final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String reason;
  private final transient @Nullable JsonObject details;

  private ApiError(int code, String reason, String message, @Nullable JsonObject details) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }

  public static ApiError of(int code, String reason, String message) {
    return new ApiError(code, reason, message, null);
  }

  public static ApiError notFound(ResourceType type, String name) {
    return about(404, "NotFound", type, name, "%s \"%s\" not found".formatted(type, name));
  }

  public static ApiError alreadyExists(ResourceType type, String name) {
    return about(
        409, "AlreadyExists", type, name, "%s \"%s\" already exists".formatted(type, name));
  }

  public static ApiError conflict(ResourceType type, String name, String why) {
    String message = "Operation cannot be fulfilled on %s \"%s\": %s".formatted(type, name, why);
    return about(409, "Conflict", type, name, message);
  }

  public static ApiError invalid(ResourceType type, String name, String why) {
    String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
    return about(422, "Invalid", type, name, "%s \"%s\" is invalid: %s".formatted(kind, name, why));
  }

  public static ApiError forbidden(ResourceType type, String name, String why) {
    return about(
        403, "Forbidden", type, name, "%s \"%s\" is forbidden: %s".formatted(type, name, why));
  }

  public static ApiError badRequest(String message) {
    return of(400, "BadRequest", message);
  }

  public static ApiError expired(long revision, long oldest) {
    return of(410, "Expired", "too old resource version: %d (%d)".formatted(revision, oldest));
  }

  public static ApiError tooLarge(long revision, long latest) {
    String message = "Timeout: Too large resource version: %d, current: %d";
    return of(504, "Timeout", message.formatted(revision, latest));
  }

  private static ApiError about(
      int code, String reason, ResourceType type, String name, String message) {
    JsonObject details = Tree.of("name", name, "kind", type.plural());
    if (!type.group().isEmpty()) {
      details.addProperty("group", type.group());
    }
    return new ApiError(code, reason, message, details);
  }

  public int code() {
    return code;
  }

  /** Returns the Kubernetes {@code Status} object that is the body of the response. */
  public JsonObject toStatus() {
    JsonObject status =
        Tree.of(
            "kind",
            "Status",
            "apiVersion",
            "v1",
            "metadata",
            new JsonObject(),
            "status",
            "Failure",
            "message",
            getMessage(),
            "reason",
            reason,
            "details",
            details,
            "code",
            code);
    if (code == 422 && details != null) {
      JsonArray causes = new JsonArray();
      causes.add(Tree.of("reason", "FieldValueInvalid", "message", getMessage()));
      status.getAsJsonObject("details").add("causes", causes);
    }
    return status;
  }
}
