package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Launcher;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One probe of a container, as its specification says. */
final class Probe {
  private final JsonObject spec;
  private final String address;
  private final Launcher launcher;

  Probe(JsonObject spec, String address, Launcher launcher) {
    this.spec = spec;
    this.address = address;
    this.launcher = launcher;
  }

  boolean succeeds(Container container) {
    try {
      List<String> command = Tree.texts(spec, "exec", "command");
      return command.isEmpty() ? connects() : runs(container, command);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean runs(Container container, List<String> command)
      throws IOException, InterruptedException {
    Process process = container.exec(launcher, command);
    process.getOutputStream().close();
    // The output is not read: reading from a server that hangs would block beyond the probe's
    // timeout.
    if (!process.waitFor(timeoutMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  private boolean connects() throws IOException {
    try (Socket socket = new Socket()) {
      int port = (int) Tree.number(spec, 0, "tcpSocket", "port");
      socket.connect(new InetSocketAddress(address, port), (int) timeoutMillis());
      return true;
    }
  }

  private long timeoutMillis() {
    return TimeUnit.SECONDS.toMillis(Tree.number(spec, 1, "timeoutSeconds"));
  }
}
