package dev.goldenrod.dataplane.k8s.simulated.api;

/** What of an object a write reaches. */
public enum Part {
  /** All but the status of kinds whose status is a subresource. */
  OBJECT,
  /** The status alone. */
  STATUS,
  /** Everything, whatever is immutable to clients: for the cluster's own controllers. */
  ALL
}
