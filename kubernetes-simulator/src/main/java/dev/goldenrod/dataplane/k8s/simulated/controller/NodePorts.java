package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Relays the node ports of services, on the loopback address, to ready pods of the services. */
public final class NodePorts extends Controller {
  private record Listener(Key service, int port, ServerSocket socket) {}

  private final Map<Integer, Listener> listeners = new ConcurrentHashMap<>();

  public NodePorts(ObjectApi api) {
    super(api, ResourceType.SERVICE);
  }

  @Override
  protected void reconcile(Key key) {
    Map<Integer, Integer> wanted = new HashMap<>();
    find(key)
        .ifPresent(
            service ->
                Tree.objects(service, "spec", "ports").stream()
                    .filter(port -> port.has("nodePort"))
                    .forEach(
                        port ->
                            wanted.put(
                                (int) Tree.number(port, 0, "nodePort"),
                                (int) Tree.number(port, 0, "port"))));
    listeners.values().stream()
        .filter(
            one -> one.service().equals(key) && !wanted.containsKey(one.socket().getLocalPort()))
        .forEach(this::close);
    wanted.forEach((nodePort, port) -> open(key, nodePort, port));
    find(key).ifPresent(this::setLoadBalancerAddress);
  }

  /** Load balancers get addresses of the documentation range 203.0.113.0/24. */
  private void setLoadBalancerAddress(JsonObject service) {
    if (Tree.text(service, "spec", "type").equals("LoadBalancer")
        && Tree.objects(service, "status", "loadBalancer", "ingress").isEmpty()) {
      JsonObject ingress =
          Tree.of("ip", "203.0.113." + (1 + Math.floorMod(service.hashCode(), 250)));
      write(
          ResourceType.SERVICE,
          service,
          is -> {
            JsonArray all = new JsonArray();
            all.add(ingress);
            Tree.ensure(is, "status", "loadBalancer").add("ingress", all);
          });
    }
  }

  private void open(Key service, int nodePort, int port) {
    if (listeners.containsKey(nodePort)) {
      return;
    }
    try {
      ServerSocket socket = new ServerSocket(nodePort, 128, InetAddress.getLoopbackAddress());
      Listener listener = new Listener(service, port, socket);
      listeners.put(nodePort, listener);
      DaemonThread.start("simulated-node-port-" + nodePort, () -> accept(listener));
    } catch (IOException e) {
      retry(service);
    }
  }

  private void close(Listener listener) {
    listeners.remove(listener.socket().getLocalPort());
    try {
      listener.socket().close();
    } catch (IOException e) {
      // The socket no longer listens in any case.
    }
  }

  private void accept(Listener listener) {
    while (!listener.socket().isClosed()) {
      try {
        Socket client = listener.socket().accept();
        DaemonThread.start("simulated-relay", () -> relay(listener, client));
      } catch (IOException e) {
        // The listener was closed, which ends the loop, or the client has already disconnected.
      }
    }
  }

  private void relay(Listener listener, Socket client) {
    try (client) {
      Optional<InetSocketAddress> target = target(listener);
      if (target.isPresent()) {
        try (Socket pod = new Socket()) {
          pod.connect(target.get(), 5_000);
          pod.setTcpNoDelay(true);
          client.setTcpNoDelay(true);
          DaemonThread.start("simulated-relay-in", () -> copy(client, pod));
          copy(pod, client);
        }
      }
    } catch (IOException e) {
      // Both sockets are closed, which the client notices.
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of the sockets was closed; the other one will be closed too.
    }
  }

  private Optional<InetSocketAddress> target(Listener listener) {
    Key key = listener.service();
    Optional<JsonObject> service = find(key);
    Map<String, String> selector =
        service.map(one -> Tree.map(one, "spec", "selector")).orElse(Map.of());
    if (selector.isEmpty()) {
      return Optional.empty();
    }
    List<JsonObject> pods = api().store().list(ResourceType.POD, key.namespace());
    return pods.stream()
        .filter(pod -> selects(selector, pod) && Conditions.isTrue(pod, "Ready"))
        .filter(pod -> !Tree.isDeleting(pod))
        .findFirst()
        .map(pod -> address(service.get(), listener.port(), pod));
  }

  private static boolean selects(Map<String, String> selector, JsonObject pod) {
    Map<String, String> labels = Tree.map(pod, "metadata", "labels");
    return selector.entrySet().stream()
        .allMatch(entry -> entry.getValue().equals(labels.get(entry.getKey())));
  }

  private static InetSocketAddress address(JsonObject service, int port, JsonObject pod) {
    String target =
        Tree.objects(service, "spec", "ports").stream()
            .filter(one -> Tree.number(one, 0, "port") == port)
            .map(one -> Tree.text(one, "targetPort"))
            .findFirst()
            .orElse("" + port);
    int number = target.matches("\\d+") ? Integer.parseInt(target) : named(pod, target);
    return new InetSocketAddress(Tree.text(pod, "status", "podIP"), number);
  }

  private static int named(JsonObject pod, String name) {
    return Tree.objects(pod, "spec", "containers").stream()
        .flatMap(container -> Tree.objects(container, "ports").stream())
        .filter(port -> Tree.text(port, "name").equals(name))
        .mapToInt(port -> (int) Tree.number(port, 0, "containerPort"))
        .findFirst()
        .orElse(0);
  }

  @Override
  public void close() {
    super.close();
    listeners.values().forEach(this::close);
  }
}
