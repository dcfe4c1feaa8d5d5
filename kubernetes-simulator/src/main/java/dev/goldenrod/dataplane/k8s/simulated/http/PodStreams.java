package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketCreator;

/** The streaming subresources of a pod: logs, commands and forwarded ports. */
record PodStreams(PodAccess pods, ServerWebSocketContainer sockets) {
  private static final Set<String> SERVED = Set.of("log", "exec", "portforward");
  private static final List<String> EXEC = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");
  private static final List<String> FORWARD = List.of("v4.channel.k8s.io");

  static boolean serves(String subresource) {
    return SERVED.contains(subresource);
  }

  void serve(ApiRequest request, JsonObject pod, Response response, Callback callback)
      throws IOException {
    switch (request.call().subresource()) {
      case "log" -> log(request, pod, response, callback);
      case "exec" -> exec(request, pod, response, callback);
      default -> forward(request, pod, response, callback);
    }
  }

  private void log(ApiRequest request, JsonObject pod, Response response, Callback callback)
      throws IOException {
    String log = pods.log(pod, request.parameter("container"), request.isSet("previous"));
    String tail = request.parameter("tailLines");
    String text = tail.isEmpty() ? log : lastLines(log, Integer.parseInt(tail));
    response.getHeaders().put("Content-Type", "text/plain");
    response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
  }

  private static String lastLines(String log, int count) {
    List<String> lines = log.lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - count), lines.size());
    return last.isEmpty() ? "" : String.join("\n", last) + "\n";
  }

  private void exec(ApiRequest request, JsonObject pod, Response response, Callback callback)
      throws IOException {
    List<String> command = request.parameters("command");
    if (command.isEmpty()) {
      throw ApiError.badRequest("you must specify at least one command for the container");
    }
    requireUpgrade(request);
    Process process = pods.exec(pod, request.parameter("container"), command);
    ExecSocket socket = new ExecSocket(process, command, request.isSet("stdin"));
    upgrade(request, response, callback, EXEC, socket);
  }

  private void forward(ApiRequest request, JsonObject pod, Response response, Callback callback)
      throws IOException {
    requireUpgrade(request);
    ForwardSocket socket = new ForwardSocket();
    for (String port : request.parameters("ports")) {
      socket.add(Integer.parseInt(port), pods.tunnel(pod, Integer.parseInt(port)));
    }
    upgrade(request, response, callback, FORWARD, socket);
  }

  private static void requireUpgrade(ApiRequest request) {
    if (!"websocket".equalsIgnoreCase(request.http().getHeaders().get("Upgrade"))) {
      throw ApiError.badRequest("Upgrade request required");
    }
  }

  private void upgrade(
      ApiRequest request,
      Response response,
      Callback callback,
      List<String> protocols,
      ChannelSocket socket) {
    WebSocketCreator creator = (asked, answer, done) -> accept(asked, answer, protocols, socket);
    if (!sockets.upgrade(creator, request.http(), response, callback)) {
      socket.abandon();
      throw ApiError.badRequest("unable to upgrade: no common protocol");
    }
  }

  private static Object accept(
      ServerUpgradeRequest asked,
      ServerUpgradeResponse answer,
      List<String> protocols,
      ChannelSocket socket) {
    String chosen =
        asked.getSubProtocols().stream().filter(protocols::contains).findFirst().orElse("");
    if (!chosen.isEmpty()) {
      answer.setAcceptedSubProtocol(chosen);
    }
    return socket;
  }
}
