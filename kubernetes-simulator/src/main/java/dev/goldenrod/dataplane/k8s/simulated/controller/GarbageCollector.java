package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the dependents of deleted objects. */
public final class GarbageCollector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GarbageCollector.class);

  private record Dependent(ResourceType type, Key key, String uid) {}

  private final ObjectApi api;
  private final BlockingQueue<Change> changes = new LinkedBlockingQueue<>();
  private final Map<String, Set<Dependent>> dependents = new ConcurrentHashMap<>();
  private Runnable unsubscribe = () -> {};
  private Optional<Thread> thread = Optional.empty();

  public GarbageCollector(ObjectApi api) {
    this.api = api;
  }

  public void start() {
    unsubscribe = api.store().subscribe(0, changes::add);
    thread = Optional.of(DaemonThread.start("simulated-collector", this::work));
  }

  private void work() {
    try {
      while (true) {
        handle(changes.take());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An error with one object must not keep the others from being collected. */
  private void handle(Change change) {
    try {
      changed(change);
    } catch (RuntimeException broken) {
      LOG.error("Cannot collect the dependents of {}", change.object(), broken);
    }
  }

  private void changed(Change change) {
    JsonObject object = change.object();
    Dependent self = new Dependent(change.type(), Key.of(object), Tree.uid(object));
    boolean gone = change.kind() == Change.Kind.DELETED;
    if (!gone) {
      owners(object).forEach(owner -> dependents(Tree.text(owner, "uid")).add(self));
    }
    for (JsonObject owner : formerOwners(change)) {
      dependents(Tree.text(owner, "uid")).remove(self);
      ownerChanged(owner, self.key().namespace());
    }
    if (gone) {
      dependents(self.uid()).forEach(this::collect);
      dependents.remove(self.uid());
    } else if (Tree.isDeleting(object)) {
      handleDeletionRequest(change);
    } else if (!owners(object).isEmpty()) {
      collect(self);
    }
  }

  /** Only the first change to the deleted state counts; later changes of the object are ignored. */
  private void handleDeletionRequest(Change change) {
    if (change.before() == null || !Tree.isDeleting(change.before())) {
      processDependents(change.type(), change.object());
    }
  }

  private static List<JsonObject> formerOwners(Change change) {
    if (change.before() == null) {
      return List.of();
    }
    Set<String> left =
        change.kind() == Change.Kind.DELETED
            ? Set.of()
            : owners(change.object()).stream()
                .map(owner -> Tree.text(owner, "uid"))
                .collect(Collectors.toSet());
    return owners(change.before()).stream()
        .filter(owner -> !left.contains(Tree.text(owner, "uid")))
        .toList();
  }

  private static List<JsonObject> owners(JsonObject object) {
    return Tree.objects(object, "metadata", "ownerReferences");
  }

  private Set<Dependent> dependents(String uid) {
    return dependents.computeIfAbsent(uid, unknown -> ConcurrentHashMap.newKeySet());
  }

  /** A deleted owner may wait for this dependent, which may be the last one. */
  private void ownerChanged(JsonObject reference, String namespace) {
    find(reference, namespace)
        .filter(Tree::isDeleting)
        .ifPresent(owner -> processDependents(type(reference).orElseThrow(), owner));
  }

  private void processDependents(ResourceType type, JsonObject owner) {
    Set<Dependent> all = dependents(Tree.uid(owner));
    if (Tree.hasFinalizer(owner, "orphan")) {
      all.forEach(one -> removeOwnerReference(one, Tree.uid(owner)));
      removeFinalizer(type, owner, "orphan");
    } else if (Tree.hasFinalizer(owner, "foregroundDeletion")) {
      all.forEach(one -> release(one, Tree.uid(owner)));
      if (all.stream().noneMatch(one -> blocks(one, Tree.uid(owner)))) {
        removeFinalizer(type, owner, "foregroundDeletion");
      }
    }
  }

  private boolean blocks(Dependent one, String owner) {
    return find(one).stream()
        .flatMap(is -> owners(is).stream())
        .anyMatch(
            reference ->
                Tree.text(reference, "uid").equals(owner)
                    && Tree.flag(reference, "blockOwnerDeletion"));
  }

  /** Deletes a dependent without another owner; otherwise only removes this owner's reference. */
  private void release(Dependent one, String owner) {
    boolean shared =
        find(one).stream()
            .flatMap(is -> owners(is).stream())
            .filter(reference -> !Tree.text(reference, "uid").equals(owner))
            .flatMap(reference -> find(reference, one.key().namespace()).stream())
            .anyMatch(other -> !Tree.isDeleting(other));
    if (shared) {
      removeOwnerReference(one, owner);
    } else {
      delete(one);
    }
  }

  private Optional<JsonObject> find(Dependent one) {
    return api.find(one.type(), one.key().namespace(), one.key().name())
        .filter(is -> Tree.uid(is).equals(one.uid()));
  }

  private void removeFinalizer(ResourceType type, JsonObject object, String finalizer) {
    change(
        new Dependent(type, Key.of(object), Tree.uid(object)),
        is -> Tree.removeFinalizer(is, finalizer));
  }

  private void removeOwnerReference(Dependent one, String owner) {
    change(
        one,
        is -> {
          JsonArray left = new JsonArray();
          owners(is).stream()
              .filter(reference -> !Tree.text(reference, "uid").equals(owner))
              .forEach(left::add);
          is.getAsJsonObject("metadata").add("ownerReferences", left);
        });
  }

  private void change(Dependent one, Consumer<JsonObject> change) {
    try {
      api.update(
          one.type(),
          one.key().namespace(),
          one.key().name(),
          WriteScope.ALL,
          is -> {
            if (Tree.uid(is).equals(one.uid())) {
              change.accept(is);
            }
            return is;
          });
    } catch (ApiError e) {
      // The dependent no longer exists.
    }
  }

  private void collect(Dependent one) {
    find(one)
        .filter(is -> owners(is).stream().noneMatch(owner -> exists(owner, one)))
        .ifPresent(is -> delete(one));
  }

  private boolean exists(JsonObject reference, Dependent one) {
    return find(reference, one.key().namespace()).isPresent();
  }

  private Optional<JsonObject> find(JsonObject reference, String namespace) {
    return type(reference)
        .flatMap(type -> api.find(type, namespace, Tree.text(reference, "name")))
        .filter(owner -> Tree.uid(owner).equals(Tree.text(reference, "uid")));
  }

  private static Optional<ResourceType> type(JsonObject reference) {
    return ResourceType.named(Tree.text(reference, "apiVersion"), Tree.text(reference, "kind"));
  }

  private void delete(Dependent one) {
    try {
      DeleteOptions options = new DeleteOptions("", -1, one.uid(), "");
      find(one)
          .filter(is -> !Tree.isDeleting(is))
          .ifPresent(
              is -> api.delete(one.type(), one.key().namespace(), one.key().name(), options));
    } catch (ApiError e) {
      // The object no longer exists, or another object has its name.
    }
  }

  @Override
  public void close() {
    unsubscribe.run();
    thread.ifPresent(Thread::interrupt);
  }
}
