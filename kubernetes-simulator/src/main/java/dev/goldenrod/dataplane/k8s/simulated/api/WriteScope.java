package dev.goldenrod.dataplane.k8s.simulated.api;

/** The part of an object that a write changes. */
public enum WriteScope {
  /** All except the status, if the status is a subresource of the type. */
  OBJECT,
  STATUS,
  /** Everything, including fields that clients cannot change. For the cluster's own controllers. */
  ALL
}
