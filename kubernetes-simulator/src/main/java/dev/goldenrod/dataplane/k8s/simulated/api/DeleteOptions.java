package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;

/**
 * How an object is to be deleted.
 *
 * @param propagation of Background, Foreground and Orphan; empty for the kind's own
 * @param graceSeconds negative for the pod's own
 * @param uid empty for whichever
 * @param resourceVersion empty for whichever
 */
public record DeleteOptions(
    String propagation, long graceSeconds, String uid, String resourceVersion) {
  public static final DeleteOptions NONE = new DeleteOptions("", -1, "", "");

  /** Reads a body as clients send it. */
  public static DeleteOptions of(JsonObject body) {
    return new DeleteOptions(
        Tree.text(body, "propagationPolicy"),
        Tree.number(body, -1, "gracePeriodSeconds"),
        Tree.text(body, "preconditions", "uid"),
        Tree.text(body, "preconditions", "resourceVersion"));
  }

  /** The same with what stood in the query, as far as it did. */
  public DeleteOptions orQuery(String queryPropagation, String queryGrace) {
    return new DeleteOptions(
        queryPropagation.isEmpty() ? propagation : queryPropagation,
        queryGrace.isEmpty() ? graceSeconds : Long.parseLong(queryGrace),
        uid,
        resourceVersion);
  }
}
