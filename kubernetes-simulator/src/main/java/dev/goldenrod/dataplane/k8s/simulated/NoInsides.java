package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import java.util.List;

/** Pods without containers that can be observed. */
public final class NoInsides implements PodAccess {
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
