package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import java.util.List;

/** Access to pods without processes: logs are empty, and commands and tunnels are not supported. */
public final class UnsupportedPodAccess implements PodAccess {
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
}
