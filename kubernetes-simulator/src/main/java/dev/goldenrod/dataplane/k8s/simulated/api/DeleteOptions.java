package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;

/**
 * The options of a delete request. Empty texts stand for defaults, and a negative grace period for
 * the pod's own.
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
