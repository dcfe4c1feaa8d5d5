package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;

/** What a node does for those who ask for a pod's insides. */
public interface PodAccess {
  /**
   * Starts the command in the container, as its user; throws an {@link
   * dev.goldenrod.dataplane.k8s.simulated.object.ApiError} when the container does not run.
   *
   * @param container empty for the pod's only one
   */
  Process exec(JsonObject pod, String container, List<String> command) throws IOException;

  /** A process that relays its standard streams to the port of the pod's own loopback address. */
  Process tunnel(JsonObject pod, int port) throws IOException;

  /** The output of the container, or of its run before. */
  String log(JsonObject pod, String container, boolean previous) throws IOException;
}
