package dev.goldenrod.dataplane.k8s.client;

import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.cache.Cache;
import io.kubernetes.client.informer.impl.DefaultSharedIndexInformer;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watchable;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goldenrod's objects of one kind, as the last news had them: kept up to date by a watch, without a
 * call for each look. Thread-safe.
 */
public final class ObjectCache<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectCache.class);
  private static final long RESYNC_MILLIS = 60_000;

  /** After so long the server ends a watch, which then goes on where it was. */
  static final Duration WATCH = Duration.ofMinutes(4);

  private static final String BY_LABEL = "label";

  private final SharedIndexInformer<T> informer;
  private final @Nullable String namespace;
  private final AtomicBoolean stopped;
  private volatile Predicate<T> known = object -> true;

  private ObjectCache(
      SharedIndexInformer<T> informer, @Nullable String namespace, AtomicBoolean stopped) {
    this.informer = informer;
    this.namespace = namespace;
    this.stopped = stopped;
    informer.addIndexers(Map.of(BY_LABEL, ObjectCache::labels));
  }

  private static List<String> labels(KubernetesObject object) {
    return Optional.ofNullable(object.getMetadata().getLabels())
        .orElse(Map.of())
        .entrySet()
        .stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .toList();
  }

  /**
   * What is known of objects; nothing before {@link #start}.
   *
   * @param namespace null for those that are in none
   */
  static <T extends KubernetesObject, L extends KubernetesListObject> ObjectCache<T> of(
      GenericKubernetesApi<T, L> api,
      Class<T> type,
      @Nullable String namespace,
      String labelSelector) {
    AtomicBoolean stopped = new AtomicBoolean();
    return new ObjectCache<>(
        new DefaultSharedIndexInformer<>(
            type,
            new Selected<>(api, namespace, labelSelector),
            RESYNC_MILLIS,
            new Cache<>(),
            (kind, problem) -> {
              if (!stopped.get()) {
                LOG.warn(
                    "watching {} was interrupted, and begins anew: {}",
                    kind.getSimpleName(),
                    problem.toString());
              }
            }),
        namespace,
        stopped);
  }

  /** Leaves out of every object what the function takes away. */
  ObjectCache<T> without(Consumer<T> secretParts) {
    informer.setTransform(
        object -> {
          secretParts.accept(type(object));
          return object;
        });
    return this;
  }

  /** Tells of no other objects than those. */
  ObjectCache<T> only(Predicate<T> condition) {
    known = condition;
    return this;
  }

  @SuppressWarnings("unchecked")
  private T type(KubernetesObject object) {
    return (T) object;
  }

  void start(Executor executor) {
    executor.execute(informer::run);
  }

  void stop() {
    stopped.set(true);
    informer.stop();
  }

  /** The object of that name. */
  public Optional<T> get(String name) {
    String key = namespace == null ? name : namespace + "/" + name;
    return Optional.ofNullable(informer.getIndexer().getByKey(key)).filter(known);
  }

  /** The objects that have that label, found without a look at the others. */
  public List<T> list(String label, String value) {
    return informer.getIndexer().byIndex(BY_LABEL, label + "=" + value).stream()
        .filter(known)
        .toList();
  }

  /** All objects. */
  public List<T> list() {
    return informer.getIndexer().list().stream().filter(known).toList();
  }

  /** Registers who is told of every object that came, changed or went, and now and then of all. */
  public void onChange(Consumer<T> listener) {
    informer.addEventHandler(
        new ResourceEventHandler<>() {
          @Override
          public void onAdd(T object) {
            tell(object, listener);
          }

          @Override
          public void onUpdate(T before, T object) {
            tell(object, listener);
          }

          @Override
          public void onDelete(T object, boolean isFinalStateUnknown) {
            tell(object, listener);
          }
        });
  }

  private void tell(T object, Consumer<T> listener) {
    if (known.test(object)) {
      listener.accept(object);
    }
  }

  /** Whether the objects that were there at the beginning are known. */
  boolean isFilled() {
    return informer.hasSynced();
  }

  /** Those objects that have the labels. */
  private record Selected<T extends KubernetesObject, L extends KubernetesListObject>(
      GenericKubernetesApi<T, L> api, @Nullable String namespace, String labels)
      implements ListerWatcher<T, L> {
    @Override
    public L list(CallGeneratorParams params) throws ApiException {
      ListOptions options = options(params);
      return Objects.requireNonNull(
          (namespace == null ? api.list(options) : api.list(namespace, options))
              .throwsApiException()
              .getObject());
    }

    @Override
    public Watchable<T> watch(CallGeneratorParams params) throws ApiException {
      ListOptions options = options(params);
      options.setTimeoutSeconds((int) WATCH.toSeconds());
      return namespace == null ? api.watch(options) : api.watch(namespace, options);
    }

    private ListOptions options(CallGeneratorParams params) {
      ListOptions options = new ListOptions();
      options.setLabelSelector(labels);
      options.setResourceVersion(params.resourceVersion);
      options.setTimeoutSeconds(params.timeoutSeconds);
      return options;
    }
  }
}
