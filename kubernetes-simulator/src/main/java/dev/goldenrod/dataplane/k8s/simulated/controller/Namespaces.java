package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;

/** Deletes the contents of namespaces that are being deleted. */
public final class Namespaces extends Controller {
  public Namespaces(ObjectApi api) {
    super(api, ResourceType.NAMESPACE);
  }

  @Override
  protected void reconcile(Key key) {
    find(key).filter(Tree::isDeleting).ifPresent(this::empty);
  }

  private void empty(JsonObject namespace) {
    boolean empty = true;
    for (ResourceType type : ResourceType.all()) {
      if (type.namespaced()) {
        empty &= empty(type, Tree.name(namespace));
      }
    }
    if (empty) {
      write(
          ResourceType.NAMESPACE,
          namespace,
          is -> Tree.ensure(is, "spec").add("finalizers", new JsonArray()));
    } else {
      retry(Key.of(namespace));
    }
  }

  private boolean empty(ResourceType type, String namespace) {
    for (JsonObject one : api().store().list(type, namespace)) {
      if (!Tree.isDeleting(one)) {
        api().delete(type, namespace, Tree.name(one), DeleteOptions.NONE);
      }
    }
    return api().store().list(type, namespace).isEmpty();
  }
}
