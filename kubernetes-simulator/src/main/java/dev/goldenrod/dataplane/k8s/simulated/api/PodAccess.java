package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;

/** Access to the containers of pods: commands, port forwarding and logs. */
public interface PodAccess {
  /** Access to pods without processes: logs are empty, and the rest is not supported. */
  PodAccess NONE =
      new PodAccess() {
        @Override
        public Process exec(JsonObject pod, String container, List<String> command) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Process tunnel(JsonObject pod, int port) {
          throw new UnsupportedOperationException();
        }

        @Override
        public String log(JsonObject pod, String container, boolean previous) {
          return "";
        }
      };

  /**
   * Starts the command in the container, as the container's user. An empty name stands for the only
   * container.
   */
  Process exec(JsonObject pod, String container, List<String> command) throws IOException;

  /** Returns a process that relays its standard streams to a port of the pod's loopback address. */
  Process tunnel(JsonObject pod, int port) throws IOException;

  /** Returns the output of the container, or of its previous run. */
  String log(JsonObject pod, String container, boolean previous) throws IOException;
}
