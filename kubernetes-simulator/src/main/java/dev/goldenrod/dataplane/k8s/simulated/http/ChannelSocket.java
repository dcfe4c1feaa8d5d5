package dev.goldenrod.dataplane.k8s.simulated.http;

import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/** A WebSocket whose messages begin with a channel number. Public only because of Jetty. */
public abstract class ChannelSocket implements Session.Listener.AutoDemanding {
  private static final int CLOSE = 255;

  private volatile Session session;

  @Override
  public final void onWebSocketOpen(Session opened) {
    session = opened;
    DaemonThread.start("simulated-stream", this::run);
  }

  abstract void run();

  abstract void receive(int channel, byte[] data) throws IOException;

  /** Called when the client has closed its side of the channel. */
  abstract void ended(int channel) throws IOException;

  /** Called when the client has disconnected. */
  abstract void abandon();

  @Override
  public final void onWebSocketBinary(ByteBuffer message, Callback callback) {
    try {
      int channel = message.get() & 0xFF;
      if (channel == CLOSE) {
        ended(message.get() & 0xFF);
      } else {
        byte[] data = new byte[message.remaining()];
        message.get(data);
        receive(channel, data);
      }
    } catch (IOException e) {
      // The reader of the channel has ended, which the client learns by other means.
    }
    callback.succeed();
  }

  /** Clients may disconnect at any time, so this is not an error. The resources are released. */
  @Override
  public final void onWebSocketError(Throwable cause) {
    abandon();
  }

  @Override
  public final void onWebSocketClose(int code, String reason, Callback callback) {
    abandon();
    callback.succeed();
  }

  final void send(int channel, byte[] data, int length) throws IOException {
    ByteBuffer message = ByteBuffer.allocate(length + 1);
    message.put((byte) channel).put(data, 0, length).flip();
    CompletableFuture<Void> sent = new CompletableFuture<>();
    session.sendBinary(
        message, Callback.from(() -> sent.complete(null), sent::completeExceptionally));
    try {
      sent.join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause());
    }
  }

  final void pump(int channel, InputStream from) {
    byte[] buffer = new byte[32 << 10];
    try {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        send(channel, buffer, read);
      }
    } catch (IOException e) {
      abandon();
    }
  }

  final void finish() {
    session.close(1000, "", Callback.NOOP);
  }
}
