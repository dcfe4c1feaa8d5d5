package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.schema.FieldValidation;
import dev.goldenrod.dataplane.k8s.simulated.schema.NameValidation;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads and writes objects by the rules of the API server. Thread-safe. */
public final class ObjectApi {
  /** Completes or rejects an object before it is written. */
  @FunctionalInterface
  public interface Admission {
    /**
     * Changes the object in place, or throws an {@link ApiError}.
     *
     * @param before the stored object; null if the object is being created
     */
    void admit(ResourceType type, @Nullable JsonObject before, JsonObject object);
  }

  /** The part of an object that a write changes. */
  public enum WriteScope {
    /** All except the status, if the status is a subresource of the type. */
    OBJECT,
    STATUS,
    /**
     * Everything, including fields that clients cannot change. For the cluster's own controllers.
     */
    ALL
  }

  /**
   * The options of a delete request. Empty texts stand for defaults, and a negative grace period
   * for the pod's own.
   */
  public record DeleteOptions(
      String propagation, long graceSeconds, String uid, String resourceVersion) {
    public static final DeleteOptions NONE = new DeleteOptions("", -1, "", "");

    public static DeleteOptions of(JsonObject body) {
      return new DeleteOptions(
          Tree.text(body, "propagationPolicy"),
          Tree.number(body, -1, "gracePeriodSeconds"),
          Tree.text(body, "preconditions", "uid"),
          Tree.text(body, "preconditions", "resourceVersion"));
    }

    public DeleteOptions orQuery(String queryPropagation, String queryGrace) {
      return new DeleteOptions(
          queryPropagation.isEmpty() ? propagation : queryPropagation,
          queryGrace.isEmpty() ? graceSeconds : Long.parseLong(queryGrace),
          uid,
          resourceVersion);
    }
  }

  private final ObjectStore store;
  private final List<Admission> admissions;

  public ObjectApi(ObjectStore store, List<Admission> admissions) {
    this.store = store;
    this.admissions = List.copyOf(admissions);
  }

  public ObjectStore store() {
    return store;
  }

  public Optional<JsonObject> find(ResourceType type, String namespace, String name) {
    return store.find(type, key(type, namespace, name));
  }

  /** Returns the object, or throws an {@link ApiError} if it does not exist. */
  public JsonObject get(ResourceType type, String namespace, String name) {
    return find(type, namespace, name).orElseThrow(() -> ApiError.notFound(type, name));
  }

  public List<JsonObject> list(ResourceType type, String namespace, Selector selector) {
    return store.list(type, namespace).stream().filter(selector).toList();
  }

  public JsonObject create(ResourceType type, String namespace, JsonObject body) {
    synchronized (store) {
      return store.put(type, tryCreate(type, namespace, body));
    }
  }

  /** Returns the object as {@link #create} would store it, without storing it. */
  public JsonObject tryCreate(ResourceType type, String namespace, JsonObject body) {
    JsonObject object = body.deepCopy();
    FieldValidation.validate(type, object);
    nameIn(type, namespace, object);
    synchronized (store) {
      requireNamespace(type, namespace, Tree.name(object));
      if (find(type, namespace, Tree.name(object)).isPresent()) {
        throw ApiError.alreadyExists(type, Tree.name(object));
      }
      initialise(type, object);
      admissions.forEach(one -> one.admit(type, null, object));
      return object;
    }
  }

  private static void nameIn(ResourceType type, String namespace, JsonObject object) {
    object.addProperty("apiVersion", type.apiVersion());
    object.addProperty("kind", type.kind());
    JsonObject metadata = Tree.ensure(object, "metadata");
    if (!metadata.has("name") && metadata.has("generateName")) {
      metadata.addProperty("name", Tree.text(metadata, "generateName") + suffix());
    }
    if (type.namespaced()) {
      String named = Tree.text(metadata, "namespace");
      if (!named.isEmpty() && !named.equals(namespace)) {
        throw ApiError.badRequest(
            "the namespace of the provided object does not match the namespace sent on the request");
      }
      metadata.addProperty("namespace", namespace);
    }
    NameValidation.validate(type, object);
  }

  private static String suffix() {
    return Long.toString(ThreadLocalRandom.current().nextLong(60_466_176L, 2_176_782_336L), 36)
        .substring(0, 5);
  }

  private void requireNamespace(ResourceType type, String namespace, String name) {
    if (!type.namespaced()) {
      return;
    }
    JsonObject found = get(ResourceType.NAMESPACE, "", namespace);
    if (Tree.isDeleting(found)) {
      String why =
          "unable to create new content in namespace %s because it is being terminated"
              .formatted(namespace);
      throw ApiError.forbidden(type, name, why);
    }
  }

  private static void initialise(ResourceType type, JsonObject object) {
    JsonObject metadata = object.getAsJsonObject("metadata");
    List.of("resourceVersion", "deletionTimestamp", "selfLink").forEach(metadata::remove);
    metadata.addProperty("uid", UUID.randomUUID().toString());
    metadata.addProperty("creationTimestamp", Times.now());
    if (object.has("spec")) {
      metadata.addProperty("generation", 1);
    }
    if (type.hasStatus()) {
      object.remove("status");
    }
  }

  /** Writes the result of the function. An unchanged object keeps its resource version. */
  public JsonObject update(
      ResourceType type,
      String namespace,
      String name,
      WriteScope scope,
      UnaryOperator<JsonObject> change) {
    synchronized (store) {
      JsonObject before = get(type, namespace, name);
      JsonObject after = change.apply(before.deepCopy());
      FieldValidation.validate(type, after);
      ImmutableFields.requireSameVersion(type, before, after);
      ImmutableFields.restore(type, before, after, scope);
      if (scope != WriteScope.ALL) {
        ImmutableFields.validate(type, before, after);
      }
      admissions.forEach(one -> one.admit(type, before, after));
      return write(type, before, after);
    }
  }

  private JsonObject write(ResourceType type, JsonObject before, JsonObject after) {
    if (ImmutableFields.isSame(before, after)) {
      return before;
    }
    if (!Tree.object(before, "spec").equals(Tree.object(after, "spec"))) {
      JsonObject metadata = after.getAsJsonObject("metadata");
      metadata.addProperty("generation", Tree.number(before, 0, "metadata", "generation") + 1);
    }
    if (Deletion.isComplete(type, after)) {
      store.remove(type, after);
      return after;
    }
    return store.put(type, after);
  }

  /**
   * Deletes the object, or only marks it as deleted if a finalizer or grace period delays the
   * removal.
   */
  public boolean delete(ResourceType type, String namespace, String name, DeleteOptions options) {
    synchronized (store) {
      JsonObject before = get(type, namespace, name);
      Deletion.requirePreconditions(type, before, options);
      JsonObject after = Deletion.mark(type, before.deepCopy(), options);
      if (Deletion.isComplete(type, after)) {
        store.remove(type, after);
        return true;
      }
      write(type, before, after);
      return false;
    }
  }

  private static Key key(ResourceType type, String namespace, String name) {
    return new Key(type.namespaced() ? namespace : "", name);
  }
}
