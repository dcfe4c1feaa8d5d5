package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Assigns cluster IPs and node ports to services. */
public final class ServiceDefaults implements Admission {
  private final Set<Integer> given = new HashSet<>();
  private int addresses;

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type != ResourceType.SERVICE) {
      return;
    }
    JsonObject spec = Tree.ensure(object, "spec");
    Defaults.set(spec, "type", "ClusterIP");
    Defaults.set(spec, "sessionAffinity", "None");
    Defaults.set(spec, "internalTrafficPolicy", "Cluster");
    Tree.ensure(object, "status", "loadBalancer");
    Defaults.set(spec, "clusterIP", address(before));
    spec.add("clusterIPs", Tree.array(List.of(Tree.text(spec, "clusterIP"))));
    boolean external = !Tree.text(spec, "type").equals("ClusterIP");
    Tree.objects(spec, "ports").forEach(port -> port(before, object, port, external));
    if (external) {
      Defaults.set(spec, "externalTrafficPolicy", "Cluster");
    }
  }

  private String address(@Nullable JsonObject before) {
    if (before != null) {
      return Tree.text(before, "spec", "clusterIP");
    }
    addresses++;
    return "10.96.%d.%d".formatted(addresses / 250, addresses % 250 + 1);
  }

  private void port(
      @Nullable JsonObject before, JsonObject service, JsonObject port, boolean external) {
    Defaults.set(port, "protocol", "TCP");
    Defaults.set(port, "targetPort", (int) Tree.number(port, 0, "port"));
    if (!external) {
      port.remove("nodePort");
    } else if (Tree.number(port, 0, "nodePort") == 0) {
      int former = before == null ? 0 : former(before, Tree.text(port, "name"));
      port.addProperty("nodePort", former == 0 ? free(service) : former);
    }
  }

  private static int former(JsonObject before, String name) {
    return Tree.objects(before, "spec", "ports").stream()
        .filter(port -> Tree.text(port, "name").equals(name))
        .mapToInt(port -> (int) Tree.number(port, 0, "nodePort"))
        .findFirst()
        .orElse(0);
  }

  private int free(JsonObject service) {
    for (int tries = 0; tries < 100; tries++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        if (given.add(socket.getLocalPort())) {
          return socket.getLocalPort();
        }
      } catch (IOException e) {
        throw ApiError.of(500, "InternalError", "no free port: " + e.getMessage());
      }
    }
    throw ApiError.invalid(
        ResourceType.SERVICE,
        Tree.name(service),
        "spec.ports[0].nodePort: Internal error: failed to allocate a nodePort: range is full");
  }
}
