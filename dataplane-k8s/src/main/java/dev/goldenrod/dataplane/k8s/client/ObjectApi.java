package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SparseJson;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.models.V1Preconditions;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.CreateOptions;
import io.kubernetes.client.util.generic.options.DeleteOptions;
import io.kubernetes.client.util.generic.options.ListOptions;
import io.kubernetes.client.util.generic.options.PatchOptions;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Live access to the objects of one kind. All methods may be repeated and throw {@link
 * DataPlaneException} if the server refuses or cannot be reached. Thread-safe.
 */
public class ObjectApi<T extends KubernetesObject> {
  static final String FIELD_MANAGER = "goldenrod";
  private static final int CHANGES_OF_OTHERS = 10;

  private final GenericKubernetesApi<T, ? extends KubernetesListObject> api;
  private final ObjectKind kind;
  private final @Nullable String namespace;
  private final Reachability server;
  private final Predicate<T> listed;
  private final UnaryOperator<T> completed;

  ObjectApi(
      GenericKubernetesApi<T, ? extends KubernetesListObject> api,
      ObjectKind kind,
      @Nullable String namespace,
      Reachability server) {
    this(api, kind, namespace, server, object -> true, UnaryOperator.identity());
  }

  /**
   * @param namespace null for objects that are in none
   * @param listed selects the objects that lists contain
   * @param completed changes each object before it is sent
   */
  ObjectApi(
      GenericKubernetesApi<T, ? extends KubernetesListObject> api,
      ObjectKind kind,
      @Nullable String namespace,
      Reachability server,
      Predicate<T> listed,
      UnaryOperator<T> completed) {
    this.api = api;
    this.kind = kind;
    this.namespace = namespace;
    this.server = server;
    this.listed = listed;
    this.completed = completed;
  }

  public Optional<T> get(String name) {
    return call("read", name)
        .make(() -> namespace == null ? api.get(name) : api.get(namespace, name));
  }

  public List<T> list(String labelSelector) {
    ListOptions options = new ListOptions();
    options.setLabelSelector(labelSelector);
    return list(options);
  }

  public List<T> listByFields(String fieldSelector) {
    ListOptions options = new ListOptions();
    options.setFieldSelector(fieldSelector);
    return list(options);
  }

  /** Throws unless the kind is known and its objects may be listed. */
  void requireListed() {
    ListOptions options = new ListOptions();
    options.setLimit(1);
    list(options);
  }

  public List<T> list() {
    return list(new ListOptions());
  }

  /** Applies the given fields on the server, and creates the object if it is missing. */
  public T apply(T desired) {
    String name = Metadata.name(desired);
    PatchOptions options = new PatchOptions();
    options.setFieldManager(FIELD_MANAGER);
    options.setForce(true);
    return call("apply", name)
        .make(
            () ->
                patch(
                    name, V1Patch.PATCH_FORMAT_APPLY_YAML, json(completed.apply(desired)), options))
        .orElseThrow(() -> new DataPlaneException(missingPlace(name)));
  }

  /** Creates the object unless one of its name exists; returns the one that exists then. */
  public T createIfMissing(T desired) {
    String name = Metadata.name(desired);
    return get(name)
        .or(() -> create(name, completed.apply(desired)))
        .or(() -> get(name))
        .orElseThrow(() -> new DataPlaneException(missingPlace(name)));
  }

  /** Creates the object by a single call; without effect if one of its name exists. */
  public void createUnlessThere(T desired) {
    create(Metadata.name(desired), completed.apply(desired));
  }

  /**
   * @throws DataPlaneException if the server, in a dry run, refuses the object; the message says
   *     why
   */
  public void requireAcceptable(T desired) {
    CreateOptions options = new CreateOptions();
    options.setDryRun("All");
    String name = Metadata.name(desired);
    T complete = completed.apply(desired);
    call("create", name)
        .makeUnlessThere(() -> create(complete, options))
        .orElseThrow(() -> new DataPlaneException(missingPlace(name)));
  }

  private Optional<T> create(String name, T desired) {
    CreateOptions options = new CreateOptions();
    options.setFieldManager(FIELD_MANAGER);
    return call("create", name).makeUnlessThere(() -> create(desired, options));
  }

  private KubernetesApiResponse<T> create(T desired, CreateOptions options) {
    return namespace == null
        ? api.create(desired, options)
        : api.create(namespace, desired, options);
  }

  /** Patches the object; empty if it is missing. */
  public Optional<T> merge(String name, JsonObject patch) {
    return call("change", name).make(() -> mergeOnce(name, patch));
  }

  /** Patches the object at the patch's version; empty if it is missing or was changed meanwhile. */
  public Optional<T> mergeUnlessChanged(String name, JsonObject patch) {
    return call("change", name).makeUnlessThere(() -> mergeOnce(name, patch));
  }

  /**
   * Patches the object if the condition holds, also during concurrent changes. Returns it in its
   * last state; empty if it is missing.
   */
  public Optional<T> mergeIf(String name, Predicate<T> condition, JsonObject patch) {
    for (int attempt = 1; attempt <= CHANGES_OF_OTHERS; attempt++) {
      Optional<T> found = get(name);
      if (found.filter(condition).isEmpty()) {
        return found;
      }
      Optional<T> changed = mergeUnlessChanged(name, versioned(patch, found.get()));
      if (changed.isPresent()) {
        return changed;
      }
    }
    throw new DataPlaneException(
        "%s was changed by others on every attempt".formatted(kind.of(name)));
  }

  private static JsonObject versioned(JsonObject patch, KubernetesObject found) {
    JsonObject versioned = patch.deepCopy();
    if (!versioned.has("metadata")) {
      versioned.add("metadata", new JsonObject());
    }
    versioned
        .getAsJsonObject("metadata")
        .addProperty("resourceVersion", found.getMetadata().getResourceVersion());
    return versioned;
  }

  private KubernetesApiResponse<T> mergeOnce(String name, JsonObject patch) {
    return patch(name, V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH, patch.toString(), new PatchOptions());
  }

  /** Deletes the object, and then its dependents; without effect if it is missing. */
  public void delete(String name) {
    delete(name, new DeleteOptions());
  }

  /** Deletes the object's dependents, and then the object; without effect if it is missing. */
  public void deleteWithDependents(String name) {
    DeleteOptions options = new DeleteOptions();
    options.setPropagationPolicy("Foreground");
    delete(name, options);
  }

  /** Deletes the object of that uid, without effect if it is gone. */
  public void delete(String name, String uid, long graceSeconds) {
    DeleteOptions options = new DeleteOptions();
    options.setGracePeriodSeconds(graceSeconds);
    deleteVery(name, uid, options);
  }

  /** Deletes the object of that uid with its kind's grace period, without effect if it is gone. */
  public void delete(String name, String uid) {
    deleteVery(name, uid, new DeleteOptions());
  }

  private void deleteVery(String name, String uid, DeleteOptions options) {
    options.setPreconditions(new V1Preconditions().uid(uid));
    // A conflict means that another object has the name now.
    call("delete", name).makeUnlessThere(() -> deleteOnce(name, options));
  }

  private void delete(String name, DeleteOptions options) {
    call("delete", name).make(() -> deleteOnce(name, options));
  }

  private KubernetesApiResponse<T> deleteOnce(String name, DeleteOptions options) {
    return namespace == null ? api.delete(name, options) : api.delete(namespace, name, options);
  }

  private KubernetesApiResponse<T> patch(
      String name, String format, String text, PatchOptions options) {
    V1Patch patch = new V1Patch(text);
    return namespace == null
        ? api.patch(name, format, patch, options)
        : api.patch(namespace, name, format, patch, options);
  }

  @SuppressWarnings("unchecked")
  private List<T> list(ListOptions options) {
    KubernetesListObject found =
        new RetryingCall("list " + kind.plural(), server)
            .make(() -> listOnce(options))
            .orElseThrow(() -> new DataPlaneException(unknownKind()));
    return ((List<T>) found.getItems()).stream().filter(listed).toList();
  }

  @SuppressWarnings("unchecked")
  private KubernetesApiResponse<KubernetesListObject> listOnce(ListOptions options) {
    return (KubernetesApiResponse<KubernetesListObject>)
        (namespace == null ? api.list(options) : api.list(namespace, options));
  }

  private static String json(KubernetesObject desired) {
    return desired instanceof DynamicKubernetesObject dynamic
        ? dynamic.getRaw().toString()
        : SparseJson.of(desired).toString();
  }

  private RetryingCall call(String verb, String name) {
    return new RetryingCall(verb + " " + kind.of(name), server);
  }

  private String missingPlace(String name) {
    if (namespace == null) {
      return unknownKind();
    }
    String missing = "there is no namespace " + namespace;
    return "cannot apply %s: %s"
        .formatted(kind.of(name), kind.isCore() ? missing : missing + ", or " + unknownKind());
  }

  private String unknownKind() {
    return "the cluster has no resource type %s in API group %s"
        .formatted(kind.plural(), kind.group());
  }
}
