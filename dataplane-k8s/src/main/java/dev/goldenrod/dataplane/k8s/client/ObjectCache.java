package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.cache.Cache;
import io.kubernetes.client.informer.cache.DeltaFIFO.DeletedFinalStateUnknown;
import io.kubernetes.client.informer.impl.DefaultSharedIndexInformer;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cache of Goldenrod's objects of one kind, kept up to date by a watch. Thread-safe. */
public final class ObjectCache<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectCache.class);
  private static final String BY_LABEL = "label";

  private final SharedIndexInformer<T> informer;
  private final @Nullable String namespace;
  private final WatchProblemLog problems;
  private volatile Predicate<T> known = object -> true;

  private ObjectCache(
      SharedIndexInformer<T> informer, @Nullable String namespace, WatchProblemLog problems) {
    this.informer = informer;
    this.namespace = namespace;
    this.problems = problems;
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
   * Returns a cache, empty until {@link #start}.
   *
   * @param namespace null for objects that are in none
   * @param server is notified of missing responses
   * @param resync how often listeners are called for all objects, a second or more; zero for never
   */
  static <T extends KubernetesObject, L extends KubernetesListObject> ObjectCache<T> of(
      GenericKubernetesApi<T, L> api,
      Class<T> type,
      ObjectKind kind,
      @Nullable String namespace,
      String labelSelector,
      Reachability server,
      Duration resync) {
    WatchProblemLog problems = new WatchProblemLog(kind.plural(), server);
    return new ObjectCache<>(
        new DefaultSharedIndexInformer<>(
            type,
            new SelectedObjects<>(api, kind.plural(), namespace, labelSelector, problems::over),
            resync.toMillis(),
            new Cache<>(),
            (sameKind, problem) -> problems.occurred(problem)),
        namespace,
        problems);
  }

  /**
   * Removes parts of each object before it is cached. Stand-ins for missed deletions have the
   * cached object already.
   */
  ObjectCache<T> without(Consumer<T> secretParts) {
    informer.setTransform(
        object -> {
          if (!(object instanceof DeletedFinalStateUnknown)) {
            secretParts.accept(type(object));
          }
          return object;
        });
    return this;
  }

  /** Hides all other objects. */
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
    problems.stop();
    informer.stop();
  }

  public Optional<T> get(String name) {
    String key = namespace == null ? name : namespace + "/" + name;
    return Optional.ofNullable(informer.getIndexer().getByKey(key)).filter(known);
  }

  /** Returns the objects with that label, by an index. */
  public List<T> list(String label, String value) {
    return informer.getIndexer().byIndex(BY_LABEL, label + "=" + value).stream()
        .filter(known)
        .toList();
  }

  public List<T> list() {
    return informer.getIndexer().list().stream().filter(known).toList();
  }

  /** Registers a listener for all changes, also called for all objects from time to time. */
  public void onChange(Consumer<? super T> listener) {
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

  private void tell(T object, Consumer<? super T> listener) {
    if (known.test(object)) {
      listener.accept(object);
    }
  }

  /** Returns whether the initial list is loaded. */
  boolean isFilled() {
    return informer.hasSynced();
  }

  /**
   * Logs why a kind of objects cannot be watched, once per reason and once when it is over. Missing
   * responses are left to {@link Reachability}, which logs them for all kinds together.
   * Thread-safe.
   */
  private static final class WatchProblemLog {
    private final String kind;
    private final Reachability server;
    private String told = "";
    private boolean stopped;

    WatchProblemLog(String kind, Reachability server) {
      this.kind = kind;
      this.server = server;
    }

    synchronized void occurred(Throwable problem) {
      if (stopped) {
        return;
      }
      if (isUnanswered(problem)) {
        LOG.debug("Watch of {} was interrupted, restarting it", kind, problem);
        server.suspect();
      } else if (!told.equals(text(problem))) {
        told = text(problem);
        LOG.warn("Cannot watch {}, will retry: {}", kind, told);
      }
    }

    private static String text(Throwable problem) {
      return problem instanceof DataPlaneException
          ? Objects.requireNonNull(problem.getMessage())
          : problem.toString();
    }

    private static boolean isUnanswered(Throwable problem) {
      return Stream.iterate(problem, Objects::nonNull, Throwable::getCause)
          .anyMatch(IOException.class::isInstance);
    }

    synchronized void over() {
      if (!told.isEmpty()) {
        LOG.info("Watching {} again", kind);
        told = "";
      }
    }

    /** Ignores further problems, which are due to the shutdown. */
    synchronized void stop() {
      stopped = true;
    }
  }
}
