package dev.goldenrod.dataplane.k8s.simulated.api;

/** Runs the pods that are bound to it. */
public interface Node extends PodAccess, AutoCloseable {
  /** The name of the cluster's one node. */
  String NAME = "simulated";

  /** Begins to run pods. */
  void start();

  /** Ends all of them. */
  @Override
  void close();
}
