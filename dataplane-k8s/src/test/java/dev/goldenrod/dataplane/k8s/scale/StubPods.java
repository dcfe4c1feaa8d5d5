package dev.goldenrod.dataplane.k8s.scale;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Simulated pods of PostgreSQL databases without processes: commands succeed without output, and
 * clients can log in with any password of the database's Secret.
 */
final class StubPods implements PodAccess {
  private final Function<String, JsonObject> secrets;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile boolean isSilent;

  /**
   * @param secrets finds a Secret by its name
   */
  StubPods(Function<String, JsonObject> secrets) {
    this.secrets = secrets;
  }

  /** Stops responding to clients after their login. */
  void fallSilent() {
    isSilent = true;
  }

  /** Returns the number of clients that got no response. */
  int unanswered() {
    return unanswered.get();
  }

  private boolean isUnanswered() {
    if (isSilent) {
      unanswered.incrementAndGet();
    }
    return isSilent;
  }

  @Override
  public Process exec(JsonObject pod, String container, List<String> command) {
    return new StubProcess(
        InputStream.nullInputStream(), OutputStream.nullOutputStream(), () -> {});
  }

  @Override
  public Process tunnel(JsonObject pod, int port) throws IOException {
    try (ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Socket client = new Socket(door.getInetAddress(), door.getLocalPort());
      client.setTcpNoDelay(true);
      Socket server = door.accept();
      server.setTcpNoDelay(true);
      StubSession session = new StubSession(server, passwords(pod), this::isUnanswered);
      DaemonThread.start("paper-session", session::run);
      return new StubProcess(client.getInputStream(), client.getOutputStream(), client);
    }
  }

  @Override
  public String log(JsonObject pod, String container, boolean previous) {
    return "";
  }

  private List<String> passwords(JsonObject pod) {
    String set = Tree.name(pod).replaceFirst("-0$", "");
    Map<String, String> data = Tree.map(secrets.apply(set), "data");
    return data.entrySet().stream()
        .filter(entry -> entry.getKey().contains("password"))
        .map(entry -> Base64.getDecoder().decode(entry.getValue()))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
        .toList();
  }
}
