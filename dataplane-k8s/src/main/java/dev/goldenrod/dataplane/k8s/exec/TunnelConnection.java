package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import okio.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class TunnelConnection implements PodStream.Receiver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TunnelConnection.class);
  private static final int DATA = 0;
  private static final int ERRORS = 1;

  /** Each channel begins with the port's number, in two bytes. */
  private static final int PREFIX = 2;

  private static final int BUFFER = 32 * 1024;

  private final String pod;
  private final Socket socket;
  private final int[] prefixLeft = {PREFIX, PREFIX};

  TunnelConnection(String pod, Socket socket) {
    this.pod = pod;
    this.socket = socket;
  }

  /** Relays bytes in both directions until one side ends. */
  void relay(ApiClient client, String subresource, int port) {
    try (PodStream stream =
            PodStream.open(
                client,
                subresource,
                List.of(new Pair("ports", Integer.toString(port))),
                this,
                PodStream.FIRST_PAUSE);
        InputStream input = socket.getInputStream()) {
      byte[] buffer = new byte[BUFFER];
      boolean isOpen = true;
      for (int count = input.read(buffer); isOpen && count >= 0; count = input.read(buffer)) {
        isOpen = stream.send(DATA, buffer, 0, count);
      }
    } catch (IOException e) {
      LOG.debug("a connection to port {} of pod {} ended: {}", port, pod, e.getMessage());
    } catch (DataPlaneException e) {
      LOG.warn("Cannot connect to port {} of pod {}: {}", port, pod, e.getMessage());
    }
  }

  @Override
  public void received(int channel, ByteString bytes) {
    if (channel > ERRORS) {
      return;
    }
    int skipped = Math.min(prefixLeft[channel], bytes.size());
    prefixLeft[channel] -= skipped;
    if (skipped < bytes.size()) {
      accept(channel, bytes.substring(skipped));
    }
  }

  @Override
  public void ended(String why) {
    close();
  }

  /** Closes the local socket, which ends the relaying. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("a connection to pod {} did not close: {}", pod, e.getMessage());
    }
  }

  private void accept(int channel, ByteString bytes) {
    if (channel == ERRORS) {
      LOG.debug("a connection to pod {} is refused: {}", pod, bytes.utf8());
      close();
      return;
    }
    try {
      bytes.write(socket.getOutputStream());
    } catch (IOException e) {
      close();
    }
  }
}
