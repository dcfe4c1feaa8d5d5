package dev.goldenrod.control;

import dev.goldenrod.member.Caller;
import dev.goldenrod.tunnel.ClientConnection;
import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An open tunnel. Thread-safe. */
final class OpenTunnel implements Tunnel {
  private final Caller caller;
  private final TunnelTarget target;
  private final ClientConnection connection;
  private final Consumer<OpenTunnel> onClose;
  private final long openedNanos = System.nanoTime();
  private @Nullable Consumer<TunnelEnd> listener;
  private @Nullable TunnelEnd end;
  private boolean closed;

  OpenTunnel(
      Caller caller,
      TunnelTarget target,
      ClientConnection connection,
      Consumer<OpenTunnel> onClose) {
    this.caller = caller;
    this.target = target;
    this.connection = connection;
    this.onClose = onClose;
  }

  @Override
  public int read(byte[] buffer) throws IOException {
    return connection.read(buffer);
  }

  @Override
  public void write(byte[] buffer, int length) throws IOException {
    connection.write(buffer, length);
  }

  @Override
  public void endOutput() throws IOException {
    connection.endOutput();
  }

  @Override
  public void onEnd(Consumer<TunnelEnd> told) {
    TunnelEnd before;
    synchronized (this) {
      listener = told;
      before = end;
    }
    if (before != null) {
      told.accept(before);
    }
  }

  /** Ends the tunnel from the server's side, after its listener was notified. */
  void end(TunnelEnd reason) {
    Consumer<TunnelEnd> told;
    synchronized (this) {
      if (closed || end != null) {
        return;
      }
      end = reason;
      told = listener;
    }
    if (told != null) {
      told.accept(reason);
    }
    close();
  }

  synchronized boolean isAbandoned(long patienceNanos) {
    return listener == null && System.nanoTime() - openedNanos > patienceNanos;
  }

  Caller caller() {
    return caller;
  }

  TunnelTarget target() {
    return target;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    connection.close();
    onClose.accept(this);
  }
}
