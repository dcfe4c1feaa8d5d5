package dev.goldenrod.dataplane.k8s.simulated.http;

import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The WebSocket of a pod's forwarded ports: each has a channel for data and one for errors. */
public final class ForwardSocket extends ChannelSocket {
  private record Tunnel(int port, Process process) {}

  private final List<Tunnel> tunnels = new ArrayList<>();

  void add(int port, Process process) {
    tunnels.add(new Tunnel(port, process));
  }

  @Override
  void run() {
    try {
      List<Thread> all = new ArrayList<>();
      for (int i = 0; i < tunnels.size(); i++) {
        Tunnel tunnel = tunnels.get(i);
        int channel = 2 * i;
        byte[] port = {(byte) tunnel.port(), (byte) (tunnel.port() >> 8)};
        send(channel, port, 2);
        send(channel + 1, port, 2);
        all.add(DaemonThread.start("simulated-forward", () -> relay(tunnel, channel)));
      }
      for (Thread one : all) {
        one.join();
      }
      finish();
    } catch (IOException e) {
      abandon();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void relay(Tunnel tunnel, int channel) {
    pump(channel, tunnel.process().getInputStream());
    try {
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      tunnel.process().getErrorStream().transferTo(errors);
      if (errors.size() > 0) {
        String text =
            "error forwarding port %d to pod, uid : %s"
                .formatted(tunnel.port(), errors.toString(StandardCharsets.UTF_8));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        send(channel + 1, bytes, bytes.length);
      }
    } catch (IOException e) {
      abandon();
    }
  }

  @Override
  void receive(int channel, byte[] data) throws IOException {
    Process process = tunnels.get(channel / 2).process();
    process.getOutputStream().write(data);
    process.getOutputStream().flush();
  }

  @Override
  void ended(int channel) throws IOException {
    tunnels.get(channel / 2).process().getOutputStream().close();
  }

  @Override
  void abandon() {
    tunnels.forEach(tunnel -> tunnel.process().destroy());
  }
}
