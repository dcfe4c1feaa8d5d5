package dev.goldenrod.dataplane.k8s.simulated.api;

/** A node, which runs the pods that are bound to it. */
public interface Node extends PodAccess, AutoCloseable {
  String NAME = "simulated";

  void start();

  @Override
  void close();
}
